-- Facts of a transaction that can no longer confirm.
--
--   superseded_height  the lowest block in which another transaction of our records spent one of its
--                      inputs, or one of an unconfirmed ancestor's
--   live               planned or signed, and it can still confirm as far as our records know
--
-- A loss to a foreign transaction counts at 6 blocks (is_lost), one to a transaction of our records at
-- its first.
ALTER TABLE transactions
  ADD COLUMN superseded_height integer,
  ADD CONSTRAINT transactions_superseded_check CHECK (superseded_height IS NULL
    OR (conflict_height IS NOT NULL AND conflict_height <= superseded_height));

UPDATE transactions t SET superseded_height = won.height,
  conflict_height = least(t.conflict_height, won.height)
FROM transactions won
WHERE won.root_id = t.root_id AND won.id != t.id AND won.state = 'confirmed'
  AND t.state IN ('signed', 'unconfirmed', 'removed', 'failed') AND t.txid IS NOT NULL;

ALTER TABLE transactions ADD COLUMN live boolean NOT NULL GENERATED ALWAYS AS (
  ended IS NULL AND height IS NULL AND superseded_height IS NULL AND (in_mempool OR NOT is_lost)
) STORED;

DROP INDEX transactions_conflict_idx;
CREATE INDEX transactions_conflict_idx ON transactions (is_lost, conflict_height)
  WHERE conflict_height IS NOT NULL;
CREATE INDEX transactions_superseded_idx ON transactions (superseded_height)
  WHERE superseded_height IS NOT NULL;
CREATE INDEX transactions_live_idx ON transactions (payroll_id) WHERE live;

DROP FUNCTION is_superseded;
