-- A second bump replaces the child: both spend the head of the same parent, so one at most is mined.
-- The versions of a child are counted under its first version, as those of every transaction are.
ALTER TABLE transactions DROP CONSTRAINT transactions_child_check;
