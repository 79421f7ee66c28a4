ALTER TYPE ledger_kind ADD VALUE 'withdrawal' AFTER 'payment';

-- Coins that leave a payroll for an address of its company's. While closed_at is null it is the
-- payroll's open withdrawal, of which there can be one.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  -- What leaves the payroll, the network fee included; null: all that it can spend.
  requested_sats bigint CHECK (requested_sats > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX withdrawals_one_open ON withdrawals (payroll_id) WHERE closed_at IS NULL;
CREATE INDEX withdrawals_payroll_idx ON withdrawals (payroll_id);

-- What somebody who was signed in asked for: one plan, by what it pays. The signer signs nothing
-- else, and believes these rows by their MACs alone: see server/authorization/order-mac.ts.
CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  payment_id uuid,
  withdrawal_id uuid,
  -- People, addresses, satoshi and the fee ceiling.
  plan_sha256 bytea NOT NULL CHECK (length(plan_sha256) = 32),
  -- Of all transactions of the plan together, replacements included.
  fee_ceiling_sats bigint NOT NULL CHECK (fee_ceiling_sats > 0),
  needs_approval boolean NOT NULL,
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  mac bytea NOT NULL,
  approved_by uuid,
  approved_at timestamptz,
  approval_mac bytea,
  UNIQUE (company_id, id),
  CHECK ((payment_id IS NULL) != (withdrawal_id IS NULL)),
  CHECK ((approved_by IS NULL) = (approval_mac IS NULL)
    AND (approved_at IS NULL) = (approval_mac IS NULL)),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id),
  FOREIGN KEY (company_id, withdrawal_id) REFERENCES withdrawals (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, approved_by) REFERENCES users (company_id, id)
);

-- A replacement belongs to the order of what it replaces.
ALTER TABLE transactions
  ADD order_id uuid,
  ADD withdrawal_id uuid,
  -- Deferred, for an order is written after its transactions: it names them by their hash.
  ADD FOREIGN KEY (company_id, order_id) REFERENCES orders (company_id, id)
    DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (company_id, withdrawal_id) REFERENCES withdrawals (company_id, id),
  -- What cancels a withdrawal belongs to it.
  ADD CONSTRAINT transactions_withdrawal_check CHECK (
    (type != 'withdrawal' OR withdrawal_id IS NOT NULL)
    AND (withdrawal_id IS NULL OR payment_id IS NULL));
CREATE INDEX transactions_order_idx ON transactions (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX transactions_withdrawal_idx ON transactions (withdrawal_id)
  WHERE withdrawal_id IS NOT NULL;
CREATE INDEX transactions_approval_idx ON transactions (order_id) WHERE waiting_for = 'approval';

-- An output pays a line, a withdrawal's address, or our change.
ALTER TABLE transaction_outputs
  ADD withdrawal_id uuid REFERENCES withdrawals,
  ADD CHECK (withdrawal_id IS NULL OR (payment_line_id IS NULL AND feeds IS NULL));

-- Whether an address changed since its employee was last paid.
CREATE INDEX payment_lines_employee_idx ON payment_lines (employee_id, id DESC);

GRANT SELECT, INSERT, UPDATE ON withdrawals, orders TO quincena_app;
GRANT SELECT ON withdrawals, orders TO quincena_signer;
