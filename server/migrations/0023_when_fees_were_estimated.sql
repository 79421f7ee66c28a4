-- When the node last knew what fees are paid: for an hour its rates stand in for an estimate that it
-- cannot make. NULL: never.
ALTER TABLE node_status ADD COLUMN estimated_at timestamptz;
