-- Of two versions of a transaction one was mined: the other was outrun, until it is itself the one that
-- is mined. A reorganisation does not take that back: what people were shown as paid is what is sent
-- again, and not what was to replace it.
ALTER TABLE transactions ADD COLUMN outrun boolean NOT NULL DEFAULT false;

UPDATE transactions t SET outrun = true
WHERE t.state IN ('signed', 'unconfirmed', 'removed') AND is_superseded(t);

CREATE OR REPLACE FUNCTION is_current(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN t.child_of IS NULL AND NOT EXISTS (
    SELECT FROM transactions v WHERE v.family = t.family
      AND (version_rank(v.state), NOT v.outrun, v.id) > (version_rank(t.state), NOT t.outrun, t.id));
