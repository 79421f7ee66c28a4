-- The lines that untracked spends settle: one output may settle the lines of two people who share a
-- script. A spend that pays the lines of one payment to the satoshi becomes a batch of it instead.
CREATE TABLE settled_lines (
  transaction_id uuid NOT NULL REFERENCES transactions (id),
  vout integer NOT NULL,
  payment_line_id uuid NOT NULL,
  PRIMARY KEY (transaction_id, payment_line_id),
  CONSTRAINT settled_lines_payment_line_id_fkey
    FOREIGN KEY (payment_line_id) REFERENCES payment_lines (id)
);
CREATE INDEX settled_lines_line_idx ON settled_lines (payment_line_id);
GRANT SELECT, INSERT ON settled_lines TO quincena_app;
GRANT SELECT ON settled_lines TO quincena_signer;

-- What the operator has given up, because it can no longer confirm and nobody has double-spent it. It
-- counts as failed while no block holds it. Only the owner of the database writes here.
CREATE TABLE given_up (
  txid bytea PRIMARY KEY CHECK (length(txid) = 32),
  payroll_id uuid NOT NULL REFERENCES payrolls (id),
  by text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL
);
GRANT SELECT ON given_up TO quincena_app, quincena_signer;
