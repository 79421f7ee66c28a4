-- A reorganisation of any depth is followed, and no payment waits for an operator. A payment that was more
-- than 6 blocks deep and is in no block any more is told to its company's administrators.
DROP TABLE deep_reorganisations;

ALTER TABLE money_events DROP CONSTRAINT money_events_kind_check;
ALTER TABLE money_events ADD CONSTRAINT money_events_kind_check CHECK (kind IN (
  'confirmed', 'removed', 'failed', 'rejected', 'approval', 'operator', 'revived', 'reorganised'));
GRANT INSERT ON money_events TO quincena_app;
