-- The signer's own memory of what it has signed, written together with the signature. Its role alone
-- reads and appends here: whoever rules the rest of the program can neither hide a signature from the
-- caps nor make one look smaller. No foreign keys, for nothing done to the other tables may matter.
CREATE TABLE signatures (
  transaction_id uuid PRIMARY KEY,
  -- The run, of which a withdrawal is one by itself.
  run_id uuid NOT NULL,
  -- The first of several transactions of which one at most can confirm: all spend what it spends.
  root_id uuid NOT NULL,
  txid bytea NOT NULL CHECK (length(txid) = 32),
  -- What leaves the wallet by it.
  paid_sats bigint NOT NULL CHECK (paid_sats >= 0),
  fee_sats bigint NOT NULL CHECK (fee_sats >= 0),
  -- All lines of the run as they stood.
  run_sats bigint NOT NULL CHECK (run_sats >= 0),
  rate_usd_cents_per_btc bigint NOT NULL CHECK (rate_usd_cents_per_btc > 0),
  signed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX signatures_signed_at_idx ON signatures (signed_at);
CREATE INDEX signatures_run_idx ON signatures (run_id);

CREATE TABLE signature_inputs (
  transaction_id uuid NOT NULL REFERENCES signatures,
  txid bytea NOT NULL CHECK (length(txid) = 32),
  vout integer NOT NULL CHECK (vout >= 0),
  PRIMARY KEY (transaction_id, txid, vout)
);
CREATE INDEX signature_inputs_outpoint_idx ON signature_inputs (txid, vout);

GRANT SELECT, INSERT ON signatures, signature_inputs TO quincena_signer;
