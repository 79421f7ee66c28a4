-- Why an order needs a code: [{ "code", "people" }], as the pay dialog said it. From where it was asked
-- for, as the message with the code says it.
ALTER TABLE orders
  ADD COLUMN reasons jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(reasons) = 'array'),
  ADD COLUMN requested_ip text;

-- The sum of a company's orders of 24 hours.
CREATE INDEX orders_company_idx ON orders (company_id, requested_at);

-- The people of a payroll as the preview showed them, so that a press on an older preview can be told
-- what changed since. `sha256` is the preview's hash, made of `people`, a JSON text.
CREATE TABLE payment_previews (
  payroll_id uuid NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  company_id uuid NOT NULL,
  people text NOT NULL,
  shown_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (payroll_id, sha256),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);
GRANT SELECT, INSERT, DELETE ON payment_previews TO quincena_app;
