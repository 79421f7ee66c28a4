-- Tenants: roles, companies, users, and what signs them in.

-- Groups of rights, to which an administrator of the database adds login roles. They are made here when the
-- migrating role may, so that one's own PostgreSQL needs no extra step. The worker may do what the api
-- may, and writes besides what the program learns from outside: prices, the node's state, blocks.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quincena_app') THEN
    CREATE ROLE quincena_app NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quincena_signer') THEN
    CREATE ROLE quincena_signer NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quincena_worker') THEN
    CREATE ROLE quincena_worker NOLOGIN;
    GRANT quincena_app TO quincena_worker;
  END IF;
END $$;

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- unaccent() is only STABLE because its dictionary could be replaced; naming the dictionary makes
-- the declaration true, and an index needs it.
CREATE FUNCTION plain_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

CREATE TYPE message_channel AS ENUM ('EMAIL', 'SMS');

-- MACs are under keys that are not in the database. A row without one counts as changed by hand.
CREATE TABLE companies (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL,
  sector text NOT NULL,
  approval_over_usd_cents bigint CHECK (approval_over_usd_cents >= 0),
  approval_changed_addresses boolean NOT NULL DEFAULT false,
  -- A frozen company moves no money until an administrator or the operator unfreezes it.
  frozen_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  -- When a channel was last shown to be its user's; null: never, or changed since.
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  password_hash text NOT NULL,
  -- When a link in a mail last set the password. For a day after that the mailbox alone moves no money
  -- to an address that the company never paid, and only a reset after a freeze unfreezes.
  password_reset_at timestamptz,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  two_factor_via message_channel NOT NULL DEFAULT 'EMAIL',
  -- The language of the last sign-up or sign-in, and so of mails and text messages.
  language text NOT NULL DEFAULT 'es' CHECK (language IN ('es', 'en', 'it', 'pt')),
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

-- A former row verifies too, with its former password or from before a freeze. So the MAC covers a
-- number that grows with each change, and the program's roles cannot lower it.
CREATE FUNCTION keep_newest_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a former row of an account does not come back';
END $$;
CREATE TRIGGER companies_go_forward BEFORE UPDATE ON companies
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (NEW.version < OLD.version OR NEW.id != OLD.id))
  EXECUTE FUNCTION keep_newest_account();
CREATE TRIGGER users_go_forward BEFORE UPDATE ON users
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (NEW.version < OLD.version OR NEW.id != OLD.id))
  EXECUTE FUNCTION keep_newest_account();

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  ip text NOT NULL,
  agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz NOT NULL DEFAULT now(),
  mac bytea CHECK (length(mac) = 32),
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
  mac bytea CHECK (length(mac) = 32),
  CONSTRAINT session_tokens_successor_check
    CHECK ((replaced_at IS NULL) = (successor_salt IS NULL))
);
CREATE INDEX session_tokens_session_idx ON session_tokens (session_id);

-- Between the right password and the right code. The token is 32 random bytes, as a session's is.
CREATE TABLE mfa_challenges (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  sha256 bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  mac bytea CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX mfa_challenges_user_idx ON mfa_challenges (user_id);

-- One live link a user, so that a newer one voids the older.
CREATE TABLE reset_links (
  user_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  created_at timestamptz NOT NULL,
  mac bytea CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- The links of mails by which anybody who reads them freezes the company.
CREATE TABLE freeze_links (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  company_id uuid NOT NULL REFERENCES companies,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX freeze_links_created_idx ON freeze_links (created_at);

-- Codes of six digits. A later one for the same subject voids the earlier one. Times are the
-- program's own clock, by which they are judged.
CREATE TABLE verification_codes (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN (
    'sign-in', 'payment', 'withdrawal', 'approval-settings', 'contact:EMAIL', 'contact:SMS',
    'step-up:TWO_FACTOR', 'step-up:CONTACT', 'step-up:APPROVAL', 'step-up:FACTORS', 'step-up:CANCEL',
    'step-up:UNFREEZE')),
  -- A challenge, a payment, a withdrawal, or the company whose settings it releases.
  subject_id uuid NOT NULL,
  -- Covers where the code went: its use shows that the address is the user's.
  via message_channel NOT NULL DEFAULT 'EMAIL',
  recipient text NOT NULL DEFAULT '',
  mac bytea NOT NULL CHECK (length(mac) = 32),
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  voided_at timestamptz,
  used_at timestamptz,
  CONSTRAINT verification_codes_ended_once_check CHECK (voided_at IS NULL OR used_at IS NULL),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX verification_codes_one_live ON verification_codes (user_id, purpose, subject_id)
  WHERE voided_at IS NULL AND used_at IS NULL;
CREATE INDEX verification_codes_subject_idx ON verification_codes (user_id, purpose, subject_id, created_at);

-- How often a user's second factor was guessed at; tries of one user wait for its row.
CREATE TABLE code_guards (
  user_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  -- The newest 30, oldest first.
  wrong_at timestamptz[] NOT NULL DEFAULT '{}',
  wrong_in_a_row integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Where codes went before the user changed it: money's codes follow a change only a day later.
CREATE TABLE former_channels (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  via message_channel NOT NULL,
  email text,
  phone text,
  until timestamptz NOT NULL,
  mac bytea CHECK (length(mac) = 32),
  CONSTRAINT former_channels_phone_check CHECK (via = 'EMAIL' OR phone IS NOT NULL),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX former_channels_user_idx ON former_channels (user_id, until);

-- A MAC does not say that a row is missing: a former channel cannot be taken away while codes go there.
CREATE FUNCTION keep_former_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a former channel stays as it is for 24 hours';
END $$;
CREATE TRIGGER former_channels_kept BEFORE UPDATE OR DELETE ON former_channels
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND OLD.until > now() - interval '24 hours')
  EXECUTE FUNCTION keep_former_channel();

-- Browsers that a user has signed in with, without their version's figures, hashed for their length.
CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  first_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, sha256),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Browsers that have signed in, by an HMAC of the secret in their cookie: their right password passes
-- whatever others tried.
CREATE TABLE device_cookies (
  mac bytea NOT NULL CHECK (length(mac) = 32),
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, mac),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- A sign-in from a network that is not known here, after failures, is notified to the user.
CREATE TABLE known_networks (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  network text NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE TABLE failed_sign_ins (
  user_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  last_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Payrolls: employees, lists and imports.

CREATE TYPE list_type AS ENUM ('REGULAR', 'CSV');

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
  -- The MAC covers address and salary as an authenticated change last set them.
  version integer NOT NULL DEFAULT 1,
  mac bytea NOT NULL,
  search text NOT NULL GENERATED ALWAYS AS (
    plain_text(first_name || ' ' || last_name || ' ' || identification || ' ' || email || ' ' || phone)
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (company_id, id)
);
-- Pages, newest first, and counts of all or of one type.
CREATE INDEX employees_newest_idx ON employees (company_id, id DESC) INCLUDE (creation_type)
  WHERE deleted_at IS NULL;
CREATE INDEX employees_search_idx ON employees USING gin (company_id, search gin_trgm_ops)
  WHERE deleted_at IS NULL;

-- Tells identifications apart by their letters and digits, not by how they are grouped.
CREATE FUNCTION identification_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN coalesce(nullif(regexp_replace(lower(value), '[^[:alnum:]]', '', 'g'), ''), value);

CREATE FUNCTION person_key(first_name text, last_name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(plain_text(first_name || ' ' || last_name), '\s+', ' ', 'g');

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

-- A deposit brought a deleted payroll back: its company is notified.
CREATE FUNCTION note_revival() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, kind)
    VALUES (NEW.company_id, NEW.id, 'revived');
  RETURN NULL;
END $$;
CREATE TRIGGER payrolls_revived AFTER UPDATE OF deleted_at ON payrolls
  FOR EACH ROW WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION note_revival();

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

-- How many people a payroll has, their salaries, and the bytes of the scripts that pay them, as the sum
-- of all changes. Rows are only added, so that no writer waits for another, and a worker sums them up
-- (server/features/payrolls/totals.ts). No foreign keys: they would lock the row of a payroll that is
-- being paid.
CREATE TABLE payroll_totals (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  people bigint NOT NULL,
  usd_cents bigint NOT NULL,
  script_bytes bigint NOT NULL
);
CREATE INDEX payroll_totals_payroll_idx ON payroll_totals (payroll_id);

CREATE FUNCTION note_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payroll_totals
      SELECT m.company_id, m.payroll_id, count(*), sum(e.base_salary_usd_cents),
        sum(length(e.script_pubkey))
      FROM after m JOIN employees e ON e.id = m.employee_id
      WHERE e.deleted_at IS NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO payroll_totals
      SELECT m.company_id, m.payroll_id, -count(*), -sum(e.base_salary_usd_cents),
        -sum(length(e.script_pubkey))
      FROM before m JOIN employees e ON e.id = m.employee_id
      WHERE e.deleted_at IS NULL GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payroll_employees_made AFTER INSERT ON payroll_employees
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_members();
CREATE TRIGGER payroll_employees_lost AFTER DELETE ON payroll_employees
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_members();

-- An employee's salary or address changes, or the employee is deleted while a member. A statement that
-- does both would be missed, for triggers see the end of a statement.
CREATE FUNCTION note_members_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_totals
    SELECT m.company_id, m.payroll_id, sum(c.people), sum(c.usd_cents), sum(c.script_bytes)
    FROM (
      SELECT id, 1 AS people, base_salary_usd_cents AS usd_cents,
        length(script_pubkey) AS script_bytes
      FROM after WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, -1, -base_salary_usd_cents, -length(script_pubkey)
      FROM before WHERE deleted_at IS NULL
    ) c JOIN payroll_employees m ON m.employee_id = c.id
    GROUP BY 1, 2
    HAVING sum(c.people) <> 0 OR sum(c.usd_cents) <> 0 OR sum(c.script_bytes) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER employees_changed_as_members AFTER UPDATE ON employees
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_members_change();

-- One upload of a list of employees. While the file comes in and is checked it is 'reading'.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  requested_by uuid NOT NULL,
  ip text,
  -- The list that is replaced; null: a payroll of this name and description is made.
  payroll_id uuid,
  name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  dry_run boolean NOT NULL,
  state text NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'saving', 'done', 'failed')),
  -- The request was answered with 202, so somebody else goes on with it. Otherwise an import whose
  -- request has died has failed.
  deferred boolean NOT NULL DEFAULT false,
  header text[] NOT NULL DEFAULT '{}',
  separator text NOT NULL DEFAULT ',',
  rows_read integer NOT NULL DEFAULT 0,
  rows_total integer,
  error_count integer NOT NULL DEFAULT 0,
  diff jsonb,
  -- A code of contract/errors.ts.
  failure text,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  alive_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (company_id, id),
  CONSTRAINT imports_ended_check CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CONSTRAINT imports_failure_check CHECK ((state = 'failed') = (failure IS NOT NULL)),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);
CREATE UNIQUE INDEX imports_one_open ON imports (company_id) WHERE ended_at IS NULL;
CREATE INDEX imports_open_idx ON imports (created_at) WHERE ended_at IS NULL;
CREATE INDEX imports_company_idx ON imports (company_id, created_at);
CREATE INDEX imports_ended_idx ON imports (ended_at) WHERE ended_at IS NOT NULL;

-- The rows of a file, checked cell by cell while it came in. No foreign key: they come by the million
-- in one COPY under an import made just before, and are deleted with it.
CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  company_id uuid NOT NULL,
  line integer NOT NULL,
  -- The row for the report: as it stood in the file, without formulas.
  source text NOT NULL,
  faults jsonb,
  doubtful_dui boolean,
  -- The new employee's, unless the row is of somebody present: id and MAC belong together.
  employee_id uuid,
  first_name text,
  last_name text,
  identification text,
  email text,
  phone text,
  base_salary_usd_cents bigint,
  address text,
  script_pubkey bytea,
  mac bytea,
  -- The present employee it is, and whether anything of him or her changes.
  matched_id uuid,
  changed boolean,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX import_rows_faults_idx ON import_rows (import_id, line) WHERE faults IS NOT NULL;

-- Chain: the wallet's addresses, the followed blocks, the outputs that pay us, the node and the price.

-- One BIP 84 account for the installation; payroll i receives at 0/i, change goes to 1/j.
CREATE TABLE wallet_account (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  network text NOT NULL,
  xpub text NOT NULL,
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

-- The follower's checkpoint: the last blocks of the chain it follows.
CREATE TABLE blocks (
  height integer PRIMARY KEY,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  chainwork numeric NOT NULL,
  at timestamptz NOT NULL
);

-- Outputs that pay one of our scripts. height null: only the mempool has it.
CREATE TABLE utxos (
  txid bytea NOT NULL CHECK (length(txid) = 32),
  vout integer NOT NULL CHECK (vout >= 0),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  script_pubkey bytea NOT NULL REFERENCES addresses,
  sats bigint NOT NULL CHECK (sats > 0),
  coinbase boolean NOT NULL,
  -- Change of our own: no money came in from outside.
  change boolean NOT NULL,
  -- An output at a change address (1/j) of a transaction that spends UTXOs of the same payroll and either
  -- spends a head or pays somebody else. A transaction that only moves deposits makes a deposit.
  head boolean NOT NULL DEFAULT false,
  height integer,
  spent_by_txid bytea,
  spent_height integer,
  PRIMARY KEY (txid, vout),
  CONSTRAINT utxos_spent_check CHECK (spent_height IS NULL OR spent_by_txid IS NOT NULL),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);
CREATE INDEX utxos_payroll_idx ON utxos (payroll_id) WHERE spent_height IS NULL;
CREATE INDEX utxos_received_idx ON utxos (payroll_id) INCLUDE (sats) WHERE NOT change;
CREATE INDEX utxos_height_idx ON utxos (height);
CREATE INDEX utxos_spent_by_idx ON utxos (spent_by_txid) WHERE spent_by_txid IS NOT NULL;
CREATE INDEX utxos_spent_height_idx ON utxos (spent_height) WHERE spent_height IS NOT NULL;

-- Queues every transaction that makes or spends one of these UTXOs for the books.
CREATE FUNCTION note_utxos_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_queue (payroll_id, txid)
    SELECT payroll_id, txid FROM after
    UNION SELECT payroll_id, spent_by_txid FROM after WHERE spent_by_txid IS NOT NULL;
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout)) FROM after;
  RETURN NULL;
END $$;
CREATE TRIGGER utxos_made AFTER INSERT ON utxos REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_utxos_made();

CREATE FUNCTION note_utxos_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_queue (payroll_id, txid)
    SELECT payroll_id, txid FROM after
    UNION SELECT payroll_id, spent_by_txid FROM after WHERE spent_by_txid IS NOT NULL
    UNION SELECT payroll_id, txid FROM before
    UNION SELECT payroll_id, spent_by_txid FROM before WHERE spent_by_txid IS NOT NULL;
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout))
    FROM (
      SELECT txid, vout, spent_by_txid FROM after
      EXCEPT SELECT txid, vout, spent_by_txid FROM before) AS spent;
  RETURN NULL;
END $$;
CREATE TRIGGER utxos_changed AFTER UPDATE ON utxos
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_utxos_changed();

CREATE FUNCTION note_utxos_lost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_queue (payroll_id, txid)
    SELECT payroll_id, txid FROM before
    UNION SELECT payroll_id, spent_by_txid FROM before WHERE spent_by_txid IS NOT NULL;
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout)) FROM before;
  RETURN NULL;
END $$;
CREATE TRIGGER utxos_lost AFTER DELETE ON utxos REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION note_utxos_lost();

-- Kept with every change of a payroll's UTXOs, in the same SQL transaction. sent = received - balance.
CREATE TABLE payroll_balances (
  payroll_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  balance_sats bigint NOT NULL DEFAULT 0 CHECK (balance_sats >= 0),
  confirmed_sats bigint NOT NULL DEFAULT 0 CHECK (confirmed_sats >= 0),
  spendable_sats bigint NOT NULL DEFAULT 0 CHECK (spendable_sats >= 0),
  received_sats bigint NOT NULL DEFAULT 0,
  UNIQUE (company_id, payroll_id),
  CONSTRAINT payroll_balances_received_check CHECK (received_sats >= balance_sats),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);

-- Written by the worker that follows the chain, read by every api process. Estimates are for 3 blocks
-- unless they say otherwise.
CREATE TABLE node_status (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  height integer NOT NULL,
  headers integer NOT NULL,
  fee_rate_next_block_sats_per_kvb bigint NOT NULL,
  fee_rate_sats_per_kvb bigint NOT NULL,
  fee_rate_6_blocks_sats_per_kvb bigint,
  fee_rate_36_blocks_sats_per_kvb bigint,
  fee_rate_144_blocks_sats_per_kvb bigint,
  -- When the node last knew what fees are paid: for an hour its rates stand in for an estimate that it
  -- cannot make. NULL: never.
  estimated_at timestamptz,
  -- Why nothing may be paid now although the node answers; null when it may.
  trouble text,
  at timestamptz NOT NULL
);

CREATE TABLE prices (
  at timestamptz PRIMARY KEY,
  usd_cents_per_btc bigint NOT NULL CHECK (usd_cents_per_btc > 0),
  sources smallint NOT NULL
);

-- Payments: runs, withdrawals, the orders that the signer believes, and their transactions.

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
  -- When the administrator gave up the unpaid lines of a run that was paid in part.
  unpaid_lines_closed_at timestamptz,
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX payments_one_open ON payments (payroll_id) WHERE closed_at IS NULL;
CREATE INDEX payments_payroll_idx ON payments (payroll_id, id DESC);
CREATE INDEX payments_company_idx ON payments (company_id, created_at);

-- One employee in one run, as he or she was when it was planned. A run writes thousands of lines, and
-- foreign keys checked row by row took longer than writing them: they are declared, and a trigger asks
-- once for all rows of a statement. Parents stay, for only the owner may delete them (decision 30).
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
  -- As the newest transaction that pays the line pays it.
  sats bigint NOT NULL CHECK (sats > 0),
  version integer NOT NULL,
  mac bytea NOT NULL,
  UNIQUE (payment_id, employee_id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id) NOT ENFORCED,
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id) NOT ENFORCED
);
-- Whether an address changed since its employee was last paid.
CREATE INDEX payment_lines_employee_idx ON payment_lines (employee_id, id DESC);

CREATE FUNCTION lines_have_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id, payment_id FROM made) AS m
    LEFT JOIN payments p ON p.id = m.payment_id AND p.company_id = m.company_id
    WHERE p.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN employees e ON e.id = m.employee_id AND e.company_id = m.company_id
    WHERE e.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a line has no payment or no employee of its company';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lines_made AFTER INSERT ON payment_lines REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION lines_have_parents();

-- People who got no line in a run because its administrator left them out.
CREATE TABLE payment_left_out (
  payment_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  company_id uuid NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (payment_id, employee_id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id)
);

-- The people of a payroll as the preview showed them, so that a press on an older preview can
-- name the changes since. `sha256` is the preview's hash, made of `people`, a JSON text.
CREATE TABLE payment_previews (
  payroll_id uuid NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  company_id uuid NOT NULL,
  people text NOT NULL,
  shown_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (payroll_id, sha256),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);

-- UTXOs that leave a payroll for an address of its company's. While closed_at is null it is the
-- payroll's open withdrawal, of which there can be one.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  -- The network fee included; null: all that the payroll can spend.
  requested_sats bigint CHECK (requested_sats > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX withdrawals_one_open ON withdrawals (payroll_id) WHERE closed_at IS NULL;
CREATE INDEX withdrawals_payroll_idx ON withdrawals (payroll_id);

-- A signed-in person's order of one plan, by what it pays. The signer signs nothing else, and believes
-- these rows by their MACs alone.
CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  payment_id uuid,
  withdrawal_id uuid,
  -- People, addresses, satoshi and the fee ceiling.
  plan_sha256 bytea NOT NULL CHECK (length(plan_sha256) = 32),
  -- The limit for all transactions of the plan together, replacements included.
  fee_ceiling_sats bigint NOT NULL CHECK (fee_ceiling_sats > 0),
  -- Within how many blocks a run is to be mined: later batches pay for that, and nothing bumps it before.
  target_blocks smallint NOT NULL DEFAULT 3 CHECK (target_blocks IN (3, 6, 36, 144)),
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  requested_ip text,
  mac bytea NOT NULL,
  needs_approval boolean NOT NULL,
  -- Why it needs a code: [{ "code", "people" }], as the pay dialog said it.
  reasons jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(reasons) = 'array'),
  -- The company's sum that the run was above when it was planned.
  over_usd_cents bigint CHECK (over_usd_cents >= 0),
  approved_by uuid,
  approved_at timestamptz,
  approval_mac bytea,
  UNIQUE (company_id, id),
  CONSTRAINT orders_payment_or_withdrawal_check
    CHECK ((payment_id IS NULL) != (withdrawal_id IS NULL)),
  CONSTRAINT orders_approval_check
    CHECK ((approved_by IS NULL) = (approval_mac IS NULL)
      AND (approved_at IS NULL) = (approval_mac IS NULL)),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id),
  FOREIGN KEY (company_id, withdrawal_id) REFERENCES withdrawals (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, approved_by) REFERENCES users (company_id, id)
);
-- The sum of a company's orders of 24 hours.
CREATE INDEX orders_company_idx ON orders (company_id, requested_at);

CREATE TYPE transaction_type AS ENUM ('send', 'receive', 'withdrawal', 'cancel', 'child');
CREATE TYPE transaction_state AS ENUM
  ('pendingApproval', 'rejected', 'signed', 'unconfirmed', 'confirmed', 'removed', 'failed');
-- 'lane': a batch waits until its lane, or the gatherings that make it, are in a block. 'operator': the
-- plan's rate is far from those that the signer signed before.
CREATE TYPE transaction_wait AS ENUM ('approval', 'signature', 'lane', 'node', 'operator');
-- domain/failures.ts has the same codes.
CREATE TYPE transaction_failure AS ENUM ('PRICE_MOVED', 'NOT_APPROVED_IN_TIME', 'REJECTED',
  'PLAN_EXPIRED', 'FROZEN', 'CANCELLED', 'LANE_LOST', 'UTXO_GONE', 'SPENT_ELSEWHERE', 'PARENT_GONE',
  'GIVEN_UP', 'NO_HELP_NEEDED', 'SIGNER_REFUSED');

-- A transaction of the program (send, withdrawal, cancel, child), or the outputs of a foreign one to a
-- payroll (receive).
--
-- The state is a function of facts. PostgreSQL computes it; no statement writes it.
--
--   txid, raw          signed; a deposit has a txid alone
--   ended              how a plan ended of which nothing was signed; final
--   height             the block of the followed chain that holds it
--   in_mempool         our node's mempool holds it
--   sent_at            when our node took it
--   was_mined          a block held it once; never reset
--   conflict_height    the lowest block in which another transaction spent one of its inputs, or one of
--                      an unconfirmed ancestor's
--   is_lost            that block is 6 deep
--   superseded_height  the lowest block in which another transaction of our records did so. A loss to a
--                      foreign transaction counts at 6 blocks, one to a transaction of our records at
--                      its first
--   live               planned or signed, and it can still confirm as far as our records know
--
-- Versions of a transaction spend the same inputs, so one at most is mined. The newest live one is sent
-- and shown.
--
--   root_id            the first version; its own id for that one
--   version            the first is 1; each new version is the highest of its root and one. A mined one
--                      becomes the newest in the block's SQL transaction, so a later reorganisation sends
--                      and shows it
--   cpfp_parent_id     the version whose change a 'child' spends, itself or through other children, so
--                      that the parent is mined sooner. A child is never shown
CREATE TABLE transactions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  -- The cancellation of a run's transaction, or of a withdrawal, belongs to it.
  payment_id uuid,
  withdrawal_id uuid,
  -- A replacement belongs to the order of what it replaces.
  order_id uuid,
  position smallint NOT NULL DEFAULT 0,
  type transaction_type NOT NULL,
  root_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  cpfp_parent_id uuid,
  usd_cents bigint NOT NULL CHECK (usd_cents >= 0),
  -- 0: a transaction of a run that only gathers deposits for a later one.
  sats bigint NOT NULL,
  rate_usd_cents_per_btc bigint NOT NULL CHECK (rate_usd_cents_per_btc >= 0),
  fee_sats bigint CHECK (fee_sats >= 0),
  vsize integer CHECK (vsize > 0),
  fee_rate_sats_per_kvb bigint CHECK (fee_rate_sats_per_kvb > 0),
  txid bytea CHECK (length(txid) = 32),
  raw bytea,
  waiting_for transaction_wait,
  ended transaction_state CHECK (ended IN ('rejected', 'failed')),
  failure transaction_failure,
  -- Code and fields of SIGNER_REFUSED, as domain/signer-faults.ts has them.
  signer_fault jsonb,
  -- The person's own words for REJECTED.
  rejection_reason text,
  in_mempool boolean NOT NULL DEFAULT false,
  -- The tip when it was first seen to be in the mempool.
  unconfirmed_since integer,
  height integer,
  was_mined boolean NOT NULL DEFAULT false,
  conflict_height integer,
  superseded_height integer,
  is_lost boolean NOT NULL DEFAULT false,
  state transaction_state NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN txid IS NULL THEN coalesce(ended, 'pendingApproval')
      WHEN height IS NOT NULL THEN 'confirmed'
      WHEN in_mempool THEN 'unconfirmed'
      WHEN is_lost THEN 'failed'
      -- A deposit is seen once it was sent.
      WHEN sent_at IS NOT NULL OR was_mined OR type = 'receive' OR conflict_height IS NOT NULL
        THEN 'removed'
      ELSE 'signed'
    END) STORED,
  live boolean NOT NULL GENERATED ALWAYS AS (
    ended IS NULL AND height IS NULL AND superseded_height IS NULL AND (in_mempool OR NOT is_lost)
  ) STORED,
  -- Found in a block and signed with our keys, but in no records: an old backup was restored, or
  -- somebody has the seed. The administrator says that he has seen it.
  untracked boolean NOT NULL DEFAULT false,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  signed_at timestamptz,
  sent_at timestamptz,
  confirmed_at timestamptz,
  UNIQUE (company_id, id),
  CONSTRAINT transactions_root_version_key UNIQUE (root_id, version),
  CONSTRAINT transactions_payment_check CHECK (
    (type != 'send' OR payment_id IS NOT NULL OR untracked)
    AND (type != 'receive' OR payment_id IS NULL)),
  CONSTRAINT transactions_withdrawal_check CHECK (
    (type != 'withdrawal' OR withdrawal_id IS NOT NULL OR untracked)
    AND (withdrawal_id IS NULL OR payment_id IS NULL)),
  CONSTRAINT transactions_sats_check CHECK (sats > 0 OR (sats = 0 AND type = 'send')),
  CONSTRAINT transactions_raw_check CHECK (type = 'receive' OR (txid IS NULL) = (raw IS NULL)),
  CONSTRAINT transactions_waiting_check
    CHECK ((state = 'pendingApproval') = (waiting_for IS NOT NULL)),
  CONSTRAINT transactions_signer_fault_check CHECK (
    failure IS DISTINCT FROM 'SIGNER_REFUSED' OR signer_fault IS NOT NULL),
  CONSTRAINT transactions_ended_unsigned CHECK (ended IS NULL OR txid IS NULL),
  CONSTRAINT transactions_mempool_check
    CHECK (NOT in_mempool OR (txid IS NOT NULL AND height IS NULL)),
  CONSTRAINT transactions_mined_check CHECK (height IS NULL OR (txid IS NOT NULL AND was_mined)),
  CONSTRAINT transactions_superseded_check CHECK (superseded_height IS NULL
    OR (conflict_height IS NOT NULL AND conflict_height <= superseded_height)),
  CONSTRAINT transactions_lost_check CHECK (NOT is_lost OR txid IS NOT NULL),
  CONSTRAINT transactions_acknowledged_check CHECK (acknowledged_at IS NULL OR untracked),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id),
  FOREIGN KEY (company_id, withdrawal_id) REFERENCES withdrawals (company_id, id),
  -- Deferred, for an order is written after its transactions: it names them by their hash.
  FOREIGN KEY (company_id, order_id) REFERENCES orders (company_id, id)
    DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (company_id, root_id) REFERENCES transactions (company_id, id),
  FOREIGN KEY (company_id, cpfp_parent_id) REFERENCES transactions (company_id, id),
  FOREIGN KEY (company_id, acknowledged_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX transactions_txid_key ON transactions (txid, payroll_id) WHERE txid IS NOT NULL;
-- Only one of two simultaneous bumps is planned.
CREATE UNIQUE INDEX transactions_one_bump ON transactions (coalesce(cpfp_parent_id, root_id))
  WHERE state = 'pendingApproval';
CREATE INDEX transactions_payment_idx ON transactions (payment_id);
CREATE INDEX transactions_withdrawal_idx ON transactions (withdrawal_id)
  WHERE withdrawal_id IS NOT NULL;
CREATE INDEX transactions_order_idx ON transactions (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX transactions_approval_idx ON transactions (order_id) WHERE waiting_for = 'approval';
CREATE INDEX transactions_children_idx ON transactions (cpfp_parent_id)
  WHERE cpfp_parent_id IS NOT NULL;
CREATE INDEX transactions_open_idx ON transactions (state)
  WHERE state IN ('pendingApproval', 'signed', 'unconfirmed', 'removed');
CREATE INDEX transactions_live_idx ON transactions (payroll_id) WHERE live AND type != 'receive';
CREATE INDEX transactions_untracked_idx ON transactions (payroll_id)
  WHERE untracked AND acknowledged_at IS NULL;
CREATE INDEX transactions_height_idx ON transactions (height) WHERE height IS NOT NULL;
CREATE INDEX transactions_conflict_idx ON transactions (is_lost, conflict_height)
  WHERE conflict_height IS NOT NULL;
CREATE INDEX transactions_superseded_idx ON transactions (superseded_height)
  WHERE superseded_height IS NOT NULL;
-- Newest first, each where its first version stands.
CREATE INDEX transactions_payroll_idx ON transactions (payroll_id, id DESC);
CREATE INDEX transactions_company_idx ON transactions (company_id, id DESC);
CREATE INDEX transactions_payroll_root_idx ON transactions (payroll_id, root_id DESC);
CREATE INDEX transactions_company_root_idx ON transactions (company_id, root_id DESC);
CREATE INDEX transactions_replaced_idx ON transactions (payroll_id, root_id) WHERE root_id != id;
-- Runs that may not count: uncounted_runs decides.
CREATE INDEX transactions_ended_idx ON transactions (company_id) INCLUDE (payment_id)
  WHERE root_id = id AND NOT live AND state != 'confirmed';
-- Spending by month.
CREATE INDEX transactions_spending_idx ON transactions (company_id, created_at)
  INCLUDE (usd_cents, sats) WHERE type = 'send' AND state IN ('unconfirmed', 'confirmed');

-- A transaction that replaces nothing is the first version of itself.
CREATE FUNCTION set_transaction_root() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.root_id := NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER transactions_root BEFORE INSERT ON transactions
  FOR EACH ROW WHEN (NEW.root_id IS NULL) EXECUTE FUNCTION set_transaction_root();

-- An unsigned end is final, and a block is never forgotten.
CREATE FUNCTION keep_final_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transaction % keeps how it ended and that it was mined', OLD.id;
END $$;
CREATE TRIGGER transactions_final BEFORE UPDATE ON transactions
  FOR EACH ROW WHEN ((OLD.ended IS NOT NULL AND NEW.ended IS DISTINCT FROM OLD.ended)
    OR (OLD.was_mined AND NOT NEW.was_mined))
  EXECUTE FUNCTION keep_final_facts();

-- The moves that facts can cause, as domain/transaction-state.ts has them.
CREATE FUNCTION allowed_moves(state transaction_state) RETURNS transaction_state[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (CASE state
    WHEN 'pendingApproval' THEN '{rejected,signed,failed}'
    WHEN 'rejected' THEN '{}'
    WHEN 'signed' THEN '{unconfirmed,confirmed,removed,failed}'
    WHEN 'unconfirmed' THEN '{signed,confirmed,removed,failed}'
    WHEN 'confirmed' THEN '{unconfirmed,removed}'
    WHEN 'removed' THEN '{signed,unconfirmed,confirmed,failed}'
    WHEN 'failed' THEN '{unconfirmed,confirmed,removed}'
  END)::transaction_state[];

-- After the update, for the state is computed only then.
CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transaction % does not move from % to %', OLD.id, OLD.state, NEW.state;
END $$;
CREATE TRIGGER transactions_moves AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state != ALL (allowed_moves(OLD.state)))
  EXECUTE FUNCTION refuse_move();

-- The audit tells each change of state, by worker and signer alike.
CREATE FUNCTION note_transaction_state() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  before text := CASE WHEN TG_OP = 'UPDATE' THEN OLD.state::text END;
BEGIN
  INSERT INTO audit_events (company_id, action, subject, detail) VALUES (
    NEW.company_id, 'transaction.stateChanged',
    coalesce((SELECT name FROM payrolls WHERE id = NEW.payroll_id), ''),
    jsonb_strip_nulls(jsonb_build_object(
      'transaction', NEW.id::text, 'type', NEW.type::text, 'from', before, 'to', NEW.state::text,
      'txid', encode(NEW.txid, 'hex'), 'sats', NEW.sats::text, 'failure', NEW.failure,
      'fault', NEW.signer_fault ->> 'code', 'reason', NEW.rejection_reason)));
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_made AFTER INSERT ON transactions
  FOR EACH ROW EXECUTE FUNCTION note_transaction_state();
CREATE TRIGGER transactions_moved AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION note_transaction_state();

-- Notes the events of money that people are notified of.
CREATE FUNCTION note_money_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, transaction_id, kind) VALUES (
    NEW.company_id, NEW.payroll_id, NEW.id,
    CASE WHEN NEW.waiting_for = 'operator' THEN 'operator' ELSE NEW.state::text END);
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_to_tell_made AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NEW.state = 'confirmed') EXECUTE FUNCTION note_money_event();
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE ON transactions
  FOR EACH ROW WHEN ((OLD.state IS DISTINCT FROM NEW.state
      AND NEW.state IN ('confirmed', 'removed', 'failed', 'rejected'))
    OR (OLD.waiting_for IS DISTINCT FROM NEW.waiting_for AND NEW.waiting_for = 'operator'))
  EXECUTE FUNCTION note_money_event();

-- The books follow which transactions can still confirm.
CREATE FUNCTION note_live_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO ledger_queue (payroll_id, transaction_id) VALUES (NEW.payroll_id, NEW.id);
  PERFORM queue_outpoints(array_agg(txid), array_agg(vout))
    FROM transaction_inputs WHERE transaction_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_live_changed AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (NEW.type != 'receive'
    AND (OLD.live IS DISTINCT FROM NEW.live OR OLD.version IS DISTINCT FROM NEW.version))
  EXECUTE FUNCTION note_live_changed();

-- The UTXOs a planned transaction spends (its reservation) or those a deposit in the mempool spends.
CREATE TABLE transaction_inputs (
  transaction_id uuid NOT NULL REFERENCES transactions,
  position integer NOT NULL,
  txid bytea NOT NULL CHECK (length(txid) = 32),
  vout integer NOT NULL CHECK (vout >= 0),
  PRIMARY KEY (transaction_id, position)
);
CREATE INDEX transaction_inputs_outpoint_idx ON transaction_inputs (txid, vout);

-- Inputs of deposits reserve nothing.
CREATE FUNCTION note_inputs_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_queue (payroll_id, transaction_id)
    SELECT DISTINCT t.payroll_id, t.id FROM changed i JOIN transactions t ON t.id = i.transaction_id
    WHERE t.type != 'receive';
  PERFORM queue_outpoints(array_agg(i.txid), array_agg(i.vout))
    FROM changed i JOIN transactions t ON t.id = i.transaction_id WHERE t.type != 'receive';
  RETURN NULL;
END $$;
CREATE TRIGGER inputs_made AFTER INSERT ON transaction_inputs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_inputs_changed();
CREATE TRIGGER inputs_lost AFTER DELETE ON transaction_inputs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_inputs_changed();

-- The outputs of a planned transaction, in their final order: each pays a line, a withdrawal's address,
-- the lane of a later batch of the same run, or our change. Foreign keys as those of payment_lines.
CREATE TABLE transaction_outputs (
  transaction_id uuid NOT NULL REFERENCES transactions NOT ENFORCED,
  vout integer NOT NULL,
  payment_line_id uuid REFERENCES payment_lines NOT ENFORCED,
  withdrawal_id uuid REFERENCES withdrawals,
  lane_of uuid REFERENCES transactions,
  script_pubkey bytea NOT NULL,
  sats bigint NOT NULL CHECK (sats > 0),
  PRIMARY KEY (transaction_id, vout),
  CONSTRAINT transaction_outputs_lane_check CHECK (lane_of IS NULL OR payment_line_id IS NULL),
  CONSTRAINT transaction_outputs_withdrawal_check
    CHECK (withdrawal_id IS NULL OR (payment_line_id IS NULL AND lane_of IS NULL))
);
CREATE INDEX transaction_outputs_line_idx ON transaction_outputs (payment_line_id);
CREATE INDEX transaction_outputs_lane_of_idx ON transaction_outputs (lane_of)
  WHERE lane_of IS NOT NULL;

CREATE FUNCTION outputs_have_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT transaction_id FROM made) AS m
    LEFT JOIN transactions t ON t.id = m.transaction_id
    WHERE t.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN payment_lines l ON l.id = m.payment_line_id
    WHERE m.payment_line_id IS NOT NULL AND l.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an output has no transaction, or no line where it names one';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER outputs_made AFTER INSERT ON transaction_outputs REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION outputs_have_parents();

-- A UTXO is reserved by the live transaction that has it among its inputs; the payroll's row lock keeps
-- two planners from taking it. Lists for each outpoint the newest live transaction that spends it, and
-- for each lane the batch that waits for it. OFFSET 0 makes PostgreSQL look up the inputs of a few live transactions,
-- and never read all inputs.
CREATE VIEW reservations AS
SELECT DISTINCT ON (payroll_id, txid, vout) txid, vout, payroll_id, transaction_id
FROM (
  SELECT i.txid, i.vout, t.payroll_id, t.id AS transaction_id, t.root_id, t.version
  FROM transactions t
  CROSS JOIN LATERAL (
    SELECT txid, vout FROM transaction_inputs WHERE transaction_id = t.id OFFSET 0) AS i
  WHERE t.live AND t.type != 'receive' AND NOT t.untracked
  UNION ALL
  SELECT maker.txid, o.vout, t.payroll_id, t.id, t.root_id, t.version
  FROM transactions t
  CROSS JOIN LATERAL (
    SELECT transaction_id, vout FROM transaction_outputs WHERE lane_of = t.id OFFSET 0) AS o
  CROSS JOIN LATERAL (
    SELECT txid FROM transactions WHERE id = o.transaction_id
      AND (in_mempool OR height IS NOT NULL) OFFSET 0) AS maker
  WHERE t.live AND t.type != 'receive' AND t.state = 'pendingApproval'
) AS wanted
ORDER BY payroll_id, txid, vout, root_id DESC, version DESC;

-- The lines that untracked spends pay: one output may pay the lines of two people who share a
-- script. A spend that pays the lines of one payment to the satoshi becomes a batch of it instead.
CREATE TABLE untracked_payouts (
  transaction_id uuid NOT NULL REFERENCES transactions,
  vout integer NOT NULL,
  payment_line_id uuid NOT NULL REFERENCES payment_lines,
  PRIMARY KEY (transaction_id, payment_line_id)
);
CREATE INDEX untracked_payouts_line_idx ON untracked_payouts (payment_line_id);

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

-- Transactions that the operator has given up, because they can no longer confirm and nobody has
-- double-spent them. One counts as failed while no block holds it. Only the owner of the database writes.
CREATE TABLE given_up (
  txid bytea PRIMARY KEY CHECK (length(txid) = 32),
  payroll_id uuid NOT NULL REFERENCES payrolls,
  by text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL
);

-- Runs that were rejected, cancelled or failed. A run counts while something of it can still confirm, or
-- once all of its lines are paid, by whichever transaction. So one that does not has a first version that
-- ended outside a block. Lines may be thousands; most runs are answered without a look at them. OFFSET 0
-- makes PostgreSQL look up the lines of the few other runs, and never hash all lines.
CREATE VIEW uncounted_runs AS
  SELECT DISTINCT e.company_id, e.payment_id FROM transactions e
  WHERE e.root_id = e.id AND e.payment_id IS NOT NULL AND NOT e.live AND e.state != 'confirmed'
    AND NOT EXISTS (SELECT FROM transactions t WHERE t.payment_id = e.payment_id AND t.live)
    AND EXISTS (
      SELECT FROM transactions t WHERE t.payment_id = e.payment_id AND t.root_id = t.id
        AND NOT EXISTS (SELECT FROM transactions v
          WHERE v.root_id = t.id AND v.type = 'send' AND v.state = 'confirmed'))
    AND (NOT EXISTS (SELECT FROM payment_lines l WHERE l.payment_id = e.payment_id OFFSET 0)
      OR EXISTS (
        SELECT FROM payment_lines l WHERE l.payment_id = e.payment_id
          AND NOT EXISTS (
            SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
            WHERE o.payment_line_id = l.id AND t.state = 'confirmed')
          AND NOT EXISTS (
            SELECT FROM untracked_payouts s JOIN transactions t ON t.id = s.transaction_id
            WHERE s.payment_line_id = l.id AND t.state = 'confirmed') OFFSET 0));

-- Signer: the seed and the memory of all signatures. No other role of the program looks in.

CREATE SCHEMA signer;

CREATE TABLE signer.wallet_secret (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  wallet_id uuid NOT NULL,
  sealed_mnemonic bytea NOT NULL,
  -- When the operator was shown the mnemonic, which happens once.
  shown_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The signer's own memory, written together with each signature: an intruder in the rest of the program
-- can neither hide a signature from the caps nor make one look smaller, and nobody is paid twice by one
-- order, whatever becomes of the rows that say who was paid. No foreign keys to other schemas, for
-- nothing done to the other tables may matter.
--
-- A rolling MAC under a key that only the seed gives chains each signature, with its inputs and the
-- addresses that were first signed for by it, to the one before. Not even the owner of the database
-- changes or removes one unnoticed (server/signer/signature-chain.ts).
CREATE TABLE signer.signatures (
  transaction_id uuid PRIMARY KEY,
  -- An order that ended unsigned is not begun once a later one of its payroll was.
  order_id uuid NOT NULL,
  ordered_at timestamptz,
  payroll_id uuid NOT NULL,
  -- A withdrawal is a run by itself.
  run_id uuid NOT NULL,
  -- The first of several transactions of which one at most can confirm: all spend what it spends.
  root_id uuid NOT NULL,
  txid bytea NOT NULL CHECK (length(txid) = 32),
  -- Employees, or the withdrawal.
  paid uuid[] NOT NULL,
  -- The array of 3,000 people is stored out of line: comparing it reads it whole, 19 ms for 1,000
  -- signatures of a payroll.
  pays boolean NOT NULL GENERATED ALWAYS AS (paid != '{}') STORED,
  -- All that leaves the wallet by it.
  paid_sats bigint NOT NULL CHECK (paid_sats >= 0),
  fee_sats bigint NOT NULL CHECK (fee_sats >= 0),
  -- All lines of the run as they stood.
  run_sats bigint NOT NULL CHECK (run_sats >= 0),
  rate_usd_cents_per_btc bigint NOT NULL CHECK (rate_usd_cents_per_btc > 0),
  signed_at timestamptz NOT NULL DEFAULT now(),
  number bigint UNIQUE CHECK (number > 0),
  mac bytea CHECK (length(mac) = 32)
);
CREATE INDEX signatures_signed_at_idx ON signer.signatures (signed_at);
CREATE INDEX signatures_payroll_idx ON signer.signatures (payroll_id, ordered_at);
CREATE INDEX signatures_order_idx ON signer.signatures (order_id);
CREATE INDEX signatures_run_idx ON signer.signatures (run_id);
CREATE INDEX signatures_root_idx ON signer.signatures (root_id);
CREATE INDEX signatures_txid_idx ON signer.signatures (txid);

CREATE TABLE signer.signature_inputs (
  transaction_id uuid NOT NULL REFERENCES signer.signatures,
  txid bytea NOT NULL CHECK (length(txid) = 32),
  vout integer NOT NULL CHECK (vout >= 0),
  PRIMARY KEY (transaction_id, txid, vout)
);
CREATE INDEX signature_inputs_outpoint_idx ON signer.signature_inputs (txid, vout);

-- How many signatures there are, under a MAC over that and the newest one's: the last is missed, too.
CREATE TABLE signer.signature_count (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  signatures bigint NOT NULL CHECK (signatures > 0),
  mac bytea NOT NULL CHECK (length(mac) = 32)
);

-- The company and payroll of an owned address, as the first signature that spends from it or makes
-- change at it had them. The program's role may write that a UTXO is another company's; the signer signs
-- for nobody but the first.
CREATE TABLE signer.signed_scripts (
  script_pubkey bytea PRIMARY KEY,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid
);
CREATE INDEX signed_scripts_transaction_idx ON signer.signed_scripts (transaction_id);

-- Rates that the operator has looked at (npm run price:confirm), under a key that only the seed gives.
CREATE TABLE signer.price_confirmations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  usd_cents_per_btc bigint NOT NULL CHECK (usd_cents_per_btc > 0),
  confirmed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);

-- Why the signer signs nothing: code and fields of server/authorization/signer-hold.ts; null while it
-- signs.
CREATE TABLE signer_status (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  held jsonb,
  at timestamptz NOT NULL DEFAULT now()
);

-- Books: the ledger and the breaches of its invariants.

-- 'outside' is where deposits come from and withdrawals go: the one account that may be negative.
CREATE TYPE ledger_account AS ENUM ('wallet', 'reserved', 'outside', 'salaries', 'fees');
-- 'foreign': somebody else spent our UTXOs. 'correction': none of the others, for an auditor to look at.
CREATE TYPE ledger_kind AS ENUM ('deposit', 'reservation', 'release', 'payment', 'withdrawal',
  'reversal', 'foreign', 'correction');

-- Double entry, append-only: the entries of one event sum to zero. Written by refreshBalances alone.
-- The payroll is named by way of its balance, which the writer has locked already; a planner of a
-- payment locks the payroll's own row, and would be waited for.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  -- A transaction that is neither ours nor a deposit and yet spends a UTXO of the payroll.
  foreign_txid bytea CHECK (length(foreign_txid) = 32),
  kind ledger_kind NOT NULL,
  account ledger_account NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats != 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ledger_entries_transaction_or_foreign_check
    CHECK ((transaction_id IS NULL) = (foreign_txid IS NOT NULL)),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payroll_balances (company_id, payroll_id),
  FOREIGN KEY (company_id, transaction_id) REFERENCES transactions (company_id, id)
);
CREATE INDEX ledger_entries_payroll_idx ON ledger_entries (payroll_id);
CREATE INDEX ledger_entries_transaction_idx ON ledger_entries (transaction_id);
CREATE INDEX ledger_entries_foreign_idx ON ledger_entries (foreign_txid)
  WHERE foreign_txid IS NOT NULL;

-- Transactions whose UTXOs were made, spent, reserved or lost since the ledger was last written. The
-- triggers of the tables above note them, so that no writer can forget it.
CREATE TABLE ledger_queue (
  payroll_id uuid NOT NULL,
  txid bytea,
  transaction_id uuid
);
CREATE INDEX ledger_queue_payroll_idx ON ledger_queue (payroll_id);

-- Queues for the books all transactions that have one of these outpoints among their inputs, and the
-- batches that wait for one: another of them may have it from here on.
CREATE FUNCTION queue_outpoints(txids bytea[], vouts integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Mostly nobody spends them: a block may make many thousand deposits.
  IF NOT EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(txids) AS txid) AS made
    WHERE EXISTS (SELECT FROM transaction_inputs i WHERE i.txid = made.txid)
      OR EXISTS (SELECT FROM transactions t WHERE t.txid = made.txid AND t.type != 'receive')
  ) THEN
    RETURN;
  END IF;
  INSERT INTO ledger_queue (payroll_id, transaction_id)
  SELECT t.payroll_id, t.id
  FROM unnest(txids, vouts) AS o (txid, vout)
  CROSS JOIN LATERAL (
    SELECT transaction_id AS id FROM transaction_inputs i WHERE i.txid = o.txid AND i.vout = o.vout
    UNION ALL
    SELECT made.lane_of
    FROM transactions maker JOIN transaction_outputs made ON made.transaction_id = maker.id
    WHERE maker.txid = o.txid AND made.vout = o.vout AND made.lane_of IS NOT NULL
    OFFSET 0) AS taker
  JOIN transactions t ON t.id = taker.id
  WHERE t.type != 'receive'
  GROUP BY t.payroll_id, t.id;
END $$;

-- Found by the checker of the invariants. While one is neither gone nor accepted by the operator, the
-- payrolls it concerns pay nothing; without payrolls it concerns the whole wallet.
CREATE TABLE money_breaches (
  invariant text NOT NULL,
  -- Kinds and fields are those of server/features/invariants/breach-texts.ts.
  kind text NOT NULL,
  -- The id of the row that breaks it.
  id text NOT NULL,
  fields jsonb NOT NULL DEFAULT '{}',
  payroll_ids uuid[],
  found_at timestamptz NOT NULL DEFAULT now(),
  gone_at timestamptz,
  accepted_at timestamptz,
  PRIMARY KEY (invariant, kind, id)
);
CREATE INDEX money_breaches_standing_idx ON money_breaches (found_at)
  WHERE gone_at IS NULL AND accepted_at IS NULL;

-- Messages: the outbox, and the events that people are notified of.

-- A row is written in the transaction that causes the message, and delivered afterwards. Subject and
-- texts are JSON, sealed until then; subject, body and html stay empty.
CREATE TABLE messages (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid,
  recipient text NOT NULL,
  via message_channel NOT NULL,
  template text NOT NULL,
  sealed bytea,
  subject text NOT NULL DEFAULT '',
  body text NOT NULL DEFAULT '',
  html text,
  -- A code or a link that opens something: wiped once it was delivered or is of no use any more.
  secret boolean NOT NULL,
  -- After this it is not delivered any more.
  expires_at timestamptz,
  -- 'shown': the sandbox, which sends nothing, shows it.
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sent', 'shown', 'failed', 'expired')),
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  CONSTRAINT messages_completed_check CHECK ((state = 'queued') = (completed_at IS NULL)),
  CONSTRAINT messages_secret_check CHECK (NOT secret OR expires_at IS NOT NULL),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX messages_recipient_idx ON messages (recipient, id DESC);
CREATE INDEX messages_queued_idx ON messages (created_at) WHERE state = 'queued';
CREATE INDEX messages_failed_idx ON messages (completed_at) WHERE state = 'failed';

-- Events of money that may need a notification, noted by triggers in the SQL transaction in which they
-- happen, so that no block waits for mails to be written. The worker takes them from here.
CREATE TABLE money_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  kind text NOT NULL CHECK (kind IN ('confirmed', 'removed', 'failed', 'rejected', 'approval',
    'operator', 'revived', 'reorganised')),
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT money_events_transaction_check CHECK ((kind = 'revived') = (transaction_id IS NULL)),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, transaction_id) REFERENCES transactions (company_id, id)
);

-- A reorganisation and a second confirmation tell nothing twice.
CREATE TABLE sent_notifications (
  company_id uuid NOT NULL REFERENCES companies,
  kind text NOT NULL,
  -- A payment where the message is of a whole run, else a transaction.
  subject_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject_id, kind)
);

-- Addresses and salaries that were changed and are not notified yet: the worker gathers those of a company
-- into one mail. A row is one act, with its first ten changes (addresses shortened) and their number.
CREATE TABLE pay_data_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL,
  ip text,
  at timestamptz NOT NULL,
  changes jsonb NOT NULL CHECK (jsonb_array_length(changes) BETWEEN 1 AND 10),
  count integer NOT NULL,
  CONSTRAINT pay_data_changes_count_check CHECK (count >= jsonb_array_length(changes)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Audit: who did what, when and from where.

-- Rows are only ever added; the worker seals each within seconds into its company's chain of hashes, and
-- the program cannot change a sealed one.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  -- null: nobody signed in, or the program itself.
  user_id uuid,
  -- To the millisecond, as the hash covers it.
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,
  subject text NOT NULL,
  -- Texts by name.
  detail jsonb NOT NULL DEFAULT '{}',
  ip text,
  position bigint CHECK (position > 0),
  hash bytea CHECK (length(hash) = 32),
  UNIQUE (company_id, position),
  CONSTRAINT audit_events_sealed_check CHECK ((position IS NULL) = (hash IS NULL)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX audit_events_unsealed_idx ON audit_events (company_id, id) WHERE position IS NULL;
CREATE INDEX audit_events_transaction_idx ON audit_events ((detail ->> 'transaction'))
  WHERE action = 'transaction.stateChanged';
-- When, and by whom, the address of somebody who is about to be paid was changed.
CREATE INDEX audit_events_address_idx ON audit_events (company_id, (detail ->> 'employee'), id)
  WHERE action = 'employee.addressChanged';

CREATE FUNCTION refuse_sealed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit event % is sealed', OLD.id;
END $$;
CREATE TRIGGER audit_events_sealed BEFORE UPDATE ON audit_events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL) EXECUTE FUNCTION refuse_sealed_change();

-- The end of each company's chain: without it, losing the newest events would not show.
CREATE TABLE audit_chains (
  company_id uuid PRIMARY KEY REFERENCES companies,
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(hash) = 32)
);

-- Operations: repeated requests, rate limits, restored backups, the sandbox.

-- Answers kept for 24 hours under the key that their request carried, by its company, method and path.
CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL REFERENCES companies,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  status smallint,
  answer text,
  -- The payment of a run-payment that was not answered yet.
  payment_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, key, method, path),
  CONSTRAINT idempotency_keys_answer_check CHECK ((status IS NULL) = (answer IS NULL)),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id)
);

-- Counts of requests, shared by all processes. Nothing is lost that matters if a crash empties it.
-- Rows are updated in place (HOT): no index but the key's, and room in each page.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  -- Where the window began; of failures, when the last one was.
  since timestamptz NOT NULL,
  until timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Each time that somebody has said that this database is a restored backup: which indexes of addresses
-- were skipped, since they may have been handed out, and up to which block nothing is paid.
CREATE TABLE restorations (
  at timestamptz PRIMARY KEY DEFAULT now(),
  first_receive_index integer NOT NULL,
  last_receive_index integer NOT NULL,
  first_change_index integer NOT NULL,
  last_change_index integer NOT NULL,
  hold_until_height integer NOT NULL
);

CREATE TABLE sandbox_settings (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  fixed_usd_cents_per_btc bigint,
  auto_mining boolean NOT NULL DEFAULT false
);
INSERT INTO sandbox_settings DEFAULT VALUES;

-- Rights.

-- The api, and the worker by way of it. Payments are never deleted, and only the columns that the
-- program changes can be changed; accounts are not deleted, for they could be written once more.
GRANT SELECT, INSERT, UPDATE ON companies, users TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  sessions, session_tokens, mfa_challenges, reset_links, freeze_links, verification_codes, code_guards,
  former_channels, known_devices, device_cookies, known_networks, failed_sign_ins TO quincena_app;

GRANT SELECT, INSERT, UPDATE ON employees TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON payrolls, payroll_employees, imports, import_rows
  TO quincena_app;
GRANT SELECT, INSERT, DELETE ON payroll_totals TO quincena_app;
-- Plans made for an empty table are bad ones for a million rows that came a second ago.
GRANT MAINTAIN ON employees, payroll_employees, import_rows TO quincena_app;

GRANT SELECT ON wallet_account, blocks, node_status, prices TO quincena_app;
-- A restored wallet, and one that is ahead of its records, hand out no address that was used.
GRANT USAGE, SELECT, UPDATE ON SEQUENCE receive_index, change_index TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON addresses, utxos, payroll_balances TO quincena_app;

GRANT SELECT, INSERT, UPDATE ON payments, withdrawals, orders, transactions TO quincena_app;
GRANT SELECT, INSERT, UPDATE (sats) ON payment_lines TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON transaction_inputs TO quincena_app;
GRANT SELECT, INSERT, UPDATE (vout) ON transaction_outputs TO quincena_app;
GRANT SELECT, INSERT ON payment_left_out, untracked_payouts, fee_confirmations TO quincena_app;
GRANT SELECT, INSERT, DELETE ON payment_previews TO quincena_app;
GRANT SELECT ON reservations, uncounted_runs, given_up, signer_status TO quincena_app;

GRANT SELECT, INSERT ON ledger_entries TO quincena_app;
GRANT SELECT, INSERT, DELETE ON ledger_queue TO quincena_app;
GRANT SELECT, INSERT, UPDATE ON money_breaches TO quincena_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON messages TO quincena_app;
-- UPDATE for its locks alone.
GRANT SELECT, INSERT, UPDATE, DELETE ON money_events TO quincena_app;
GRANT SELECT, INSERT ON sent_notifications TO quincena_app;
-- An intruder in the part that serves HTTP cannot delete pending notices.
GRANT INSERT ON pay_data_changes TO quincena_app;

GRANT SELECT, INSERT, UPDATE (position, hash) ON audit_events, audit_chains TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys, rate_limits, sandbox_settings
  TO quincena_app;
GRANT SELECT ON restorations TO quincena_app;
-- Processes that run compare versions with it; only the owner migrates.
GRANT SELECT ON migrations TO quincena_app, quincena_signer;

-- The worker alone writes what the program learns from outside, so that an intruder in the api sets no
-- price.
GRANT INSERT, DELETE ON prices TO quincena_worker;
GRANT INSERT, UPDATE, DELETE ON node_status, blocks TO quincena_worker;
GRANT SELECT, DELETE ON pay_data_changes TO quincena_worker;

-- The signer opens the seed, reads plans, and may write nothing but what signing produces.
GRANT USAGE ON SCHEMA signer TO quincena_signer;
GRANT SELECT, INSERT, UPDATE (shown_at) ON signer.wallet_secret TO quincena_signer;
GRANT SELECT, INSERT ON
  signer.signatures, signer.signature_inputs, signer.signed_scripts, signer.price_confirmations
  TO quincena_signer;
GRANT SELECT, INSERT, UPDATE ON signer.signature_count, signer_status TO quincena_signer;
GRANT SELECT, INSERT ON wallet_account TO quincena_signer;
-- It believes no company's freeze, or that there is none, but by its MAC.
GRANT SELECT (id, version, frozen_at, approval_over_usd_cents, approval_changed_addresses, mac)
  ON companies TO quincena_signer;
-- Whether anybody was saved under the MAC key, before a signer makes one.
GRANT SELECT (id) ON employees TO quincena_signer;
GRANT SELECT ON
  payrolls, addresses, blocks, utxos, prices, payments, payment_lines, withdrawals, orders,
  fee_confirmations, transactions, transaction_inputs, transaction_outputs, untracked_payouts,
  reservations, given_up, restorations TO quincena_signer;
GRANT UPDATE (txid, raw, fee_sats, vsize, signed_at, waiting_for, ended, failure, signer_fault)
  ON transactions
  TO quincena_signer;
