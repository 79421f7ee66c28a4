-- Two groups of rights. Login roles are made members of them by whoever sets up the database; they
-- are made here when the migrating role may, so that one's own PostgreSQL needs no extra step.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quincena_app') THEN
    CREATE ROLE quincena_app NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quincena_signer') THEN
    CREATE ROLE quincena_signer NOLOGIN;
  END IF;
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- unaccent() is only STABLE because its dictionary could be replaced; naming the dictionary makes
-- the declaration true, and an index needs it.
CREATE FUNCTION plain_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

CREATE TYPE list_type AS ENUM ('REGULAR', 'CSV');
CREATE TYPE message_channel AS ENUM ('EMAIL', 'SMS');
CREATE TYPE transaction_type AS ENUM ('send', 'receive', 'withdrawal', 'cancel');
CREATE TYPE transaction_state AS ENUM
  ('pendingApproval', 'rejected', 'signed', 'unconfirmed', 'confirmed', 'removed', 'failed');
CREATE TYPE transaction_wait AS ENUM ('approval', 'signature', 'feeder', 'node');
-- 'outside' is where deposits come from and withdrawals go: the one account that may be negative.
CREATE TYPE ledger_account AS ENUM ('wallet', 'reserved', 'outside', 'salaries', 'fees');
-- 'foreign': somebody else spent our coins. 'correction': none of the others, for an auditor to look at.
CREATE TYPE ledger_kind AS ENUM
  ('deposit', 'reservation', 'release', 'payment', 'reversal', 'foreign', 'correction');

CREATE TABLE companies (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL,
  sector text NOT NULL,
  approval_over_usd_cents bigint CHECK (approval_over_usd_cents >= 0),
  approval_changed_addresses boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  phone text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  two_factor_via message_channel NOT NULL DEFAULT 'EMAIL',
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  ip text NOT NULL,
  agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX sessions_user_idx ON sessions (user_id, last_active_at DESC);

-- Tokens are 32 random bytes, so their SHA-256 needs no salt. A refresh adds one and marks the old.
CREATE TABLE session_tokens (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  replaced_at timestamptz,
  -- With the token itself gives its successor; alone it is of no use.
  successor_salt bytea,
  CHECK ((replaced_at IS NULL) = (successor_salt IS NULL))
);
CREATE INDEX session_tokens_session_idx ON session_tokens (session_id);

CREATE TABLE employees (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  first_name text NOT NULL,
  last_name text NOT NULL,
  identification text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  base_salary_usd_cents bigint NOT NULL CHECK (base_salary_usd_cents BETWEEN 100 AND 1000000000),
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  creation_type list_type NOT NULL,
  -- What an authenticated change last said of address and salary: see server/authorization/employee-mac.ts.
  version integer NOT NULL DEFAULT 1,
  mac bytea NOT NULL,
  search text NOT NULL GENERATED ALWAYS AS (
    plain_text(first_name || ' ' || last_name || ' ' || identification || ' ' || email || ' ' || phone)
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (company_id, id)
);
CREATE INDEX employees_newest_idx ON employees (company_id, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX employees_search_idx ON employees USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;

CREATE TABLE payrolls (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  name text NOT NULL,
  description text NOT NULL,
  type list_type NOT NULL,
  address text NOT NULL UNIQUE,
  search text NOT NULL GENERATED ALWAYS AS (plain_text(name)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (company_id, id)
);
CREATE INDEX payrolls_newest_idx ON payrolls (company_id, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE payroll_employees (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (payroll_id, employee_id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);
CREATE INDEX payroll_employees_employee_idx ON payroll_employees (employee_id);

-- Kept with every change of a payroll's coins, in the same SQL transaction. sent = received - balance.
CREATE TABLE payroll_balances (
  payroll_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  balance_sats bigint NOT NULL DEFAULT 0 CHECK (balance_sats >= 0),
  confirmed_sats bigint NOT NULL DEFAULT 0 CHECK (confirmed_sats >= 0),
  spendable_sats bigint NOT NULL DEFAULT 0 CHECK (spendable_sats >= 0),
  received_sats bigint NOT NULL DEFAULT 0 CHECK (received_sats >= balance_sats),
  UNIQUE (company_id, payroll_id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);

-- One BIP 84 account for the installation; payroll i receives at 0/i, change goes to 1/j.
CREATE TABLE wallet_account (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  network text NOT NULL,
  xpub text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE wallet_secret (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  wallet_id uuid NOT NULL,
  sealed_mnemonic bytea NOT NULL,
  -- When the operator was shown the mnemonic, which happens once.
  shown_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE SEQUENCE receive_index MINVALUE 0 START 0;
CREATE SEQUENCE change_index MINVALUE 0 START 0;

CREATE TABLE addresses (
  script_pubkey bytea PRIMARY KEY,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  branch smallint NOT NULL CHECK (branch IN (0, 1)),
  index integer NOT NULL CHECK (index >= 0),
  UNIQUE (branch, index),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);
CREATE INDEX addresses_payroll_idx ON addresses (payroll_id);

-- One run. While closed_at is null it is the payroll's open payment, of which there can be one.
CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  note text NOT NULL,
  total_usd_cents bigint NOT NULL CHECK (total_usd_cents > 0),
  total_sats bigint NOT NULL CHECK (total_sats > 0),
  rate_usd_cents_per_btc bigint NOT NULL CHECK (rate_usd_cents_per_btc > 0),
  rate_sources smallint NOT NULL,
  rate_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- When the administrator gave up what could no longer be paid of a run that was paid in part.
  rest_closed_at timestamptz,
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX payments_one_open ON payments (payroll_id) WHERE closed_at IS NULL;
CREATE INDEX payments_payroll_idx ON payments (payroll_id, id DESC);
CREATE INDEX payments_company_idx ON payments (company_id, created_at);

-- One employee in one run, as he or she was when it was planned.
CREATE TABLE payment_lines (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  usd_cents bigint NOT NULL CHECK (usd_cents > 0),
  sats bigint NOT NULL CHECK (sats > 0),
  version integer NOT NULL,
  mac bytea NOT NULL,
  UNIQUE (payment_id, employee_id),
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);

-- A transaction of ours (send, withdrawal, cancel) or what one of somebody else brought a payroll.
CREATE TABLE transactions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  payment_id uuid,
  position smallint NOT NULL DEFAULT 0,
  type transaction_type NOT NULL,
  state transaction_state NOT NULL,
  waiting_for transaction_wait,
  usd_cents bigint NOT NULL CHECK (usd_cents >= 0),
  sats bigint NOT NULL CHECK (sats > 0),
  rate_usd_cents_per_btc bigint NOT NULL CHECK (rate_usd_cents_per_btc >= 0),
  txid bytea CHECK (length(txid) = 32),
  raw bytea,
  fee_sats bigint CHECK (fee_sats >= 0),
  vsize integer CHECK (vsize > 0),
  fee_rate_sats_per_kvb bigint CHECK (fee_rate_sats_per_kvb > 0),
  height integer,
  -- The block in which another transaction spent one of its inputs.
  conflict_height integer,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  signed_at timestamptz,
  sent_at timestamptz,
  confirmed_at timestamptz,
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id),
  CHECK ((state = 'pendingApproval') = (waiting_for IS NOT NULL)),
  CHECK ((state = 'confirmed') = (height IS NOT NULL)),
  CHECK (state IN ('pendingApproval', 'rejected', 'failed') OR txid IS NOT NULL),
  CHECK (type = 'receive' OR raw IS NOT NULL OR state IN ('pendingApproval', 'rejected', 'failed')),
  CHECK ((type = 'send') = (payment_id IS NOT NULL))
);
CREATE UNIQUE INDEX transactions_txid_key ON transactions (txid, payroll_id) WHERE txid IS NOT NULL;
CREATE INDEX transactions_payroll_idx ON transactions (payroll_id, id DESC);
CREATE INDEX transactions_company_idx ON transactions (company_id, id DESC);
CREATE INDEX transactions_payment_idx ON transactions (payment_id);
CREATE INDEX transactions_height_idx ON transactions (height) WHERE height IS NOT NULL;
CREATE INDEX transactions_conflict_idx ON transactions (conflict_height)
  WHERE conflict_height IS NOT NULL;
CREATE INDEX transactions_open_idx ON transactions (state)
  WHERE state IN ('pendingApproval', 'signed', 'unconfirmed', 'removed');

-- The coins a planned transaction spends (its reservation) or those a deposit in the mempool spends.
CREATE TABLE transaction_inputs (
  transaction_id uuid NOT NULL REFERENCES transactions,
  position integer NOT NULL,
  txid bytea NOT NULL CHECK (length(txid) = 32),
  vout integer NOT NULL CHECK (vout >= 0),
  PRIMARY KEY (transaction_id, position)
);
CREATE INDEX transaction_inputs_outpoint_idx ON transaction_inputs (txid, vout);

-- What a planned transaction pays, in its final order: a line, or change when payment_line_id is null.
-- Change may be the coin that feeds a later transaction of the same run, which waits for its block.
CREATE TABLE transaction_outputs (
  transaction_id uuid NOT NULL REFERENCES transactions,
  vout integer NOT NULL,
  payment_line_id uuid REFERENCES payment_lines,
  feeds uuid REFERENCES transactions CHECK (feeds IS NULL OR payment_line_id IS NULL),
  script_pubkey bytea NOT NULL,
  sats bigint NOT NULL CHECK (sats > 0),
  PRIMARY KEY (transaction_id, vout)
);
CREATE INDEX transaction_outputs_line_idx ON transaction_outputs (payment_line_id);
CREATE INDEX transaction_outputs_feeds_idx ON transaction_outputs (feeds) WHERE feeds IS NOT NULL;

-- Outputs that pay one of our scripts. height null: only the mempool has it.
CREATE TABLE coins (
  txid bytea NOT NULL CHECK (length(txid) = 32),
  vout integer NOT NULL CHECK (vout >= 0),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  script_pubkey bytea NOT NULL REFERENCES addresses,
  sats bigint NOT NULL CHECK (sats > 0),
  coinbase boolean NOT NULL,
  -- Change of our own: no money came in from outside.
  change boolean NOT NULL,
  height integer,
  spent_by_txid bytea,
  spent_height integer,
  reserved_by uuid REFERENCES transactions,
  PRIMARY KEY (txid, vout),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  CHECK (spent_height IS NULL OR spent_by_txid IS NOT NULL)
);
CREATE INDEX coins_payroll_idx ON coins (payroll_id) WHERE spent_height IS NULL;
CREATE INDEX coins_received_idx ON coins (payroll_id) INCLUDE (sats) WHERE NOT change;
CREATE INDEX coins_height_idx ON coins (height);
CREATE INDEX coins_spent_height_idx ON coins (spent_height) WHERE spent_height IS NOT NULL;
CREATE INDEX coins_spent_by_idx ON coins (spent_by_txid) WHERE spent_by_txid IS NOT NULL;
CREATE INDEX coins_reserved_idx ON coins (reserved_by) WHERE reserved_by IS NOT NULL;

-- Double entry, append-only: the entries of one event sum to zero. Written by refreshBalances alone.
-- The payroll is named by way of its balance, which whoever writes here has locked already; its own
-- row is locked by whoever plans a payment and would be waited for.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  -- A transaction that is neither ours nor a deposit and yet spends a coin of the payroll.
  foreign_txid bytea CHECK (length(foreign_txid) = 32),
  kind ledger_kind NOT NULL,
  account ledger_account NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats != 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payroll_balances (company_id, payroll_id),
  FOREIGN KEY (company_id, transaction_id) REFERENCES transactions (company_id, id),
  CHECK ((transaction_id IS NULL) = (foreign_txid IS NOT NULL))
);
CREATE INDEX ledger_entries_payroll_idx ON ledger_entries (payroll_id);
CREATE INDEX ledger_entries_transaction_idx ON ledger_entries (transaction_id);
CREATE INDEX ledger_entries_foreign_idx ON ledger_entries (foreign_txid)
  WHERE foreign_txid IS NOT NULL;

-- Transactions of which a coin was made, spent, reserved or lost since the ledger was last written,
-- noted by the database itself, so that nobody who changes a coin can forget it.
CREATE TABLE ledger_due (
  payroll_id uuid NOT NULL,
  txid bytea,
  transaction_id uuid
);
CREATE INDEX ledger_due_payroll_idx ON ledger_due (payroll_id);

CREATE FUNCTION note_ledger_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP != 'DELETE' THEN
    INSERT INTO ledger_due (payroll_id, txid, transaction_id)
      SELECT payroll_id, txid, NULL::uuid FROM after
      UNION SELECT payroll_id, spent_by_txid, NULL FROM after WHERE spent_by_txid IS NOT NULL
      UNION SELECT payroll_id, NULL, reserved_by FROM after WHERE reserved_by IS NOT NULL;
  END IF;
  IF TG_OP != 'INSERT' THEN
    INSERT INTO ledger_due (payroll_id, txid, transaction_id)
      SELECT payroll_id, txid, NULL::uuid FROM before
      UNION SELECT payroll_id, spent_by_txid, NULL FROM before WHERE spent_by_txid IS NOT NULL
      UNION SELECT payroll_id, NULL, reserved_by FROM before WHERE reserved_by IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER coins_made AFTER INSERT ON coins REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_due();
CREATE TRIGGER coins_changed AFTER UPDATE ON coins
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_due();
CREATE TRIGGER coins_lost AFTER DELETE ON coins REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_due();

-- What the checker of the invariants found. While one is neither gone nor accepted by the operator,
-- nothing is paid.
CREATE TABLE money_breaches (
  invariant text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  gone_at timestamptz,
  accepted_at timestamptz,
  PRIMARY KEY (invariant, subject)
);
CREATE INDEX money_breaches_standing_idx ON money_breaches (found_at)
  WHERE gone_at IS NULL AND accepted_at IS NULL;

-- The follower's checkpoint: the last blocks of the chain it follows.
CREATE TABLE blocks (
  height integer PRIMARY KEY,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  chainwork numeric NOT NULL,
  at timestamptz NOT NULL
);

-- Written by the worker that follows the chain, read by every api process.
CREATE TABLE node_status (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  height integer NOT NULL,
  headers integer NOT NULL,
  fee_rate_sats_per_kvb bigint NOT NULL,
  fee_rate_next_block_sats_per_kvb bigint NOT NULL,
  -- Why nothing may be paid now although the node answers; null when it may.
  trouble text,
  at timestamptz NOT NULL
);

CREATE TABLE prices (
  at timestamptz PRIMARY KEY,
  usd_cents_per_btc bigint NOT NULL CHECK (usd_cents_per_btc > 0),
  sources smallint NOT NULL
);

-- Answers kept for 24 hours under the key that their request carried, by its company, method and path.
CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL REFERENCES companies,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  status smallint,
  answer text,
  -- Of a run-payment whose answer was not given yet: what it made.
  payment_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, key, method, path),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id),
  CHECK ((status IS NULL) = (answer IS NULL))
);

CREATE TABLE messages (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  recipient text NOT NULL,
  via message_channel NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX messages_recipient_idx ON messages (recipient, id DESC);

CREATE TABLE sandbox_settings (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  fixed_usd_cents_per_btc bigint,
  auto_mining boolean NOT NULL DEFAULT false
);
INSERT INTO sandbox_settings DEFAULT VALUES;

GRANT SELECT, INSERT, UPDATE, DELETE ON
  companies, users, sessions, session_tokens, employees, payrolls, payroll_employees, payroll_balances, addresses,
  payments, payment_lines, transactions, transaction_inputs, transaction_outputs, coins, blocks,
  node_status, prices, messages, sandbox_settings, idempotency_keys TO quincena_app;
GRANT SELECT ON wallet_account TO quincena_app;
GRANT SELECT, INSERT ON ledger_entries TO quincena_app;
GRANT SELECT, INSERT, DELETE ON ledger_due TO quincena_app;
GRANT SELECT, INSERT, UPDATE ON money_breaches TO quincena_app;
GRANT USAGE ON SEQUENCE receive_index, change_index TO quincena_app;

-- The signer opens the seed, reads plans, and may write nothing but what signing produces.
GRANT SELECT, INSERT ON wallet_secret, wallet_account TO quincena_signer;
GRANT UPDATE (shown_at) ON wallet_secret TO quincena_signer;
GRANT SELECT ON payrolls, payments, payment_lines, transactions, transaction_inputs,
  transaction_outputs, coins, addresses, prices TO quincena_signer;
GRANT UPDATE (state, waiting_for, txid, raw, fee_sats, vsize, signed_at, failure) ON transactions
  TO quincena_signer;
