-- Estimates for those who can wait; null: from before them, as the one for 3 blocks.
ALTER TABLE node_status
  ADD COLUMN fee_rate_6_blocks_sats_per_kvb bigint,
  ADD COLUMN fee_rate_36_blocks_sats_per_kvb bigint,
  ADD COLUMN fee_rate_144_blocks_sats_per_kvb bigint;

-- Within how many blocks a run is to be mined: later batches pay for that, and nothing bumps it before.
ALTER TABLE orders ADD COLUMN target_blocks smallint NOT NULL DEFAULT 3
  CHECK (target_blocks IN (3, 6, 36, 144));

-- The fee of a cancellation above the ceiling of its order, confirmed with a code. The signer believes
-- the MAC.
CREATE TABLE fee_confirmations (
  transaction_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  order_id uuid NOT NULL,
  fee_sats bigint NOT NULL CHECK (fee_sats > 0),
  confirmed_by uuid NOT NULL,
  confirmed_at timestamptz NOT NULL,
  mac bytea NOT NULL,
  FOREIGN KEY (company_id, transaction_id) REFERENCES transactions (company_id, id),
  FOREIGN KEY (company_id, order_id) REFERENCES orders (company_id, id),
  FOREIGN KEY (company_id, confirmed_by) REFERENCES users (company_id, id)
);
GRANT SELECT, INSERT ON fee_confirmations TO quincena_app;
GRANT SELECT ON fee_confirmations TO quincena_signer;
