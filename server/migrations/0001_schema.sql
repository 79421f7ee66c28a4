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
CREATE TYPE user_role AS ENUM ('ADMIN', 'PAYROLL', 'APPROVER', 'ACCOUNTANT');

-- MACs are under keys that are not in the database. A row without one counts as changed by hand.
CREATE TABLE companies (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL,
  sector text NOT NULL,
  approval_over_usd_cents bigint CHECK (approval_over_usd_cents >= 0),
  approval_changed_addresses boolean NOT NULL DEFAULT false,
  -- A frozen company moves no money until an administrator or the operator unfreezes it.
  frozen_at timestamptz,
  -- [{ "fromUsdCents", "approvals" }] with the sums as texts; none: the rules above hold.
  approval_tiers jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(approval_tiers) = 'array'),
  -- Money moves by passkeys alone.
  strong_only boolean NOT NULL DEFAULT false,
  -- How much more than what is missing is asked for; 0: nothing more.
  funding_reserve_percent smallint NOT NULL DEFAULT 3
    CHECK (funding_reserve_percent BETWEEN 0 AND 20),
  -- ISO 3166-1 alpha-2.
  country text NOT NULL DEFAULT 'SV' CHECK (country ~ '^[A-Z]{2}$'),
  -- So many hours a changed address waits; null: 48 once a second user has joined, before that 0.
  address_hold_hours smallint CHECK (address_hold_hours BETWEEN 0 AND 168),
  -- A salary, or a total, further from the last run than so many per cent asks for an approval.
  salary_guard_percent smallint NOT NULL DEFAULT 20 CHECK (salary_guard_percent BETWEEN 0 AND 1000),
  total_guard_percent smallint NOT NULL DEFAULT 10 CHECK (total_guard_percent BETWEEN 0 AND 1000),
  -- The company may keep the share in bitcoin to itself.
  share_set_by text NOT NULL DEFAULT 'EMPLOYEE' CHECK (share_set_by IN ('COMPANY', 'EMPLOYEE')),
  -- Nobody is paid in bitcoin who has not agreed to it.
  require_consent boolean NOT NULL DEFAULT false,
  -- Employees get their receipts by mail.
  notify_employees boolean NOT NULL DEFAULT false,
  -- It came without an invitation where only the first may: of those there is one.
  signed_up_first boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX companies_signed_up_first_key ON companies (signed_up_first)
  WHERE signed_up_first;

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
  role user_role NOT NULL,
  -- Approvals count 24 hours after the role was given, or the factors reset by somebody else.
  role_since timestamptz NOT NULL,
  factors_reset_at timestamptz,
  -- Records keep naming somebody who was removed.
  removed_at timestamptz,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  two_factor_via message_channel NOT NULL DEFAULT 'EMAIL',
  -- The language of the last sign-up or sign-in, and so of mails and text messages.
  language text NOT NULL DEFAULT 'es' CHECK (language IN ('es', 'en', 'it', 'pt')),
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email)) WHERE removed_at IS NULL;
CREATE INDEX users_company_idx ON users (company_id) WHERE removed_at IS NULL;

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
  -- Wrong codes of any kind, at most five.
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
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

-- Links with which the operator lets somebody make a company; they belong to none yet. One an e-mail,
-- so that a newer one voids the older. Using it up deletes it.
CREATE TABLE sign_up_invitations (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  email text NOT NULL,
  created_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE UNIQUE INDEX sign_up_invitations_email_key ON sign_up_invitations (lower(email));

-- Invitations to a company's team, one open for an e-mail. The link's token is 32 random bytes. An
-- invitation ends when it is accepted or taken back; one that waits for approvals has no link yet.
CREATE TABLE team_invitations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  email text NOT NULL,
  role user_role NOT NULL,
  sha256 bytea UNIQUE CHECK (length(sha256) = 32),
  invited_by uuid NOT NULL,
  -- The mail may go out later.
  language text NOT NULL CHECK (language IN ('es', 'en', 'it', 'pt')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, invited_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX team_invitations_open_key ON team_invitations (company_id, lower(email))
  WHERE ended_at IS NULL;

-- One that was used, or whose link was replaced, does not come back with its former MAC.
CREATE FUNCTION keep_newest_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a former invitation does not come back';
END $$;
CREATE TRIGGER team_invitations_go_forward BEFORE UPDATE ON team_invitations
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (OLD.ended_at IS NOT NULL OR NEW.version < OLD.version OR NEW.id != OLD.id))
  EXECUTE FUNCTION keep_newest_invitation();

-- The links of mails by which a person freezes the company, as long as they belong to it. One made
-- `on_removal` stands in the mail about that, and is good for a day.
CREATE TABLE freeze_links (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  on_removal boolean NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  mac bytea CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX freeze_links_created_idx ON freeze_links (created_at);
CREATE INDEX freeze_links_user_idx ON freeze_links (company_id, user_id);

-- Codes of six digits. A later one for the same subject voids the earlier one. Times are the
-- program's own clock, by which they are judged.
CREATE TABLE verification_codes (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN (
    'sign-in', 'payment', 'withdrawal', 'consolidation', 'change', 'contact:EMAIL', 'contact:SMS',
    'step-up:TWO_FACTOR', 'step-up:CONTACT', 'step-up:FACTORS', 'step-up:CANCEL', 'step-up:FEE',
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

-- How often the codes of a user or an employee were guessed at; tries of one of them wait for its row. It is
-- never deleted, and no former row comes back: guesses would begin once more.
CREATE TABLE code_guards (
  holder_id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies,
  -- The newest 30, oldest first.
  wrong_at timestamptz(3)[] NOT NULL,
  wrong_in_a_row integer NOT NULL,
  locked_until timestamptz(3),
  version integer NOT NULL,
  mac bytea NOT NULL
);
CREATE FUNCTION keep_newest_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a former row of % does not come back', TG_TABLE_NAME;
END $$;
CREATE TRIGGER verification_codes_count_up BEFORE UPDATE ON verification_codes
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker') AND NEW.tries < OLD.tries)
  EXECUTE FUNCTION keep_newest_row();
CREATE TRIGGER mfa_challenges_count_up BEFORE UPDATE ON mfa_challenges
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker') AND NEW.tries < OLD.tries)
  EXECUTE FUNCTION keep_newest_row();
CREATE TRIGGER code_guards_go_forward BEFORE UPDATE ON code_guards
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (NEW.version < OLD.version OR NEW.holder_id != OLD.holder_id))
  EXECUTE FUNCTION keep_newest_row();

-- Factors besides password and messages. No row is deleted, and none goes back to a former version: a
-- removed key, a used step or a used recovery code would hold again under its former MAC.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
  -- As COSE has it (RFC 9052).
  public_key bytea NOT NULL CHECK (length(public_key) <= 4096),
  -- Its uses, as the authenticator counts them; 0 where it does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- Whether it may be copied to another device, and whether it has been.
  is_synced boolean NOT NULL,
  backed_up boolean NOT NULL,
  -- The host that it was made for, and works at alone.
  rp_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  removed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX passkeys_credential_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_idx ON passkeys (user_id);

CREATE TABLE totp_secrets (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL UNIQUE,
  -- 20 bytes under AES-256-GCM; null: no app is confirmed.
  sealed bytea,
  confirmed_at timestamptz,
  -- The newest step of 30 seconds (RFC 6238) whose code was used.
  last_step bigint NOT NULL DEFAULT 0,
  -- A secret to be confirmed, for 10 minutes.
  pending_sealed bytea,
  pending_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  CONSTRAINT totp_secrets_confirmed_check CHECK ((sealed IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT totp_secrets_pending_check CHECK ((pending_sealed IS NULL) = (pending_at IS NULL)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL UNIQUE,
  -- An HMAC of each that is left.
  codes bytea[] NOT NULL,
  -- Null: none are good, and the person may make ten.
  created_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  mac bytea CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

CREATE FUNCTION keep_newest_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a former row of a factor does not come back';
END $$;
CREATE TRIGGER passkeys_go_forward BEFORE UPDATE ON passkeys
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_factor();
CREATE TRIGGER totp_secrets_go_forward BEFORE UPDATE ON totp_secrets
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_factor();
CREATE TRIGGER recovery_codes_go_forward BEFORE UPDATE ON recovery_codes
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_factor();

-- A passkey is asked to sign this, once, within 5 minutes. At sign-in nobody is known yet.
CREATE TABLE webauthn_challenges (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  company_id uuid,
  user_id uuid,
  purpose text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT webauthn_challenges_user_check CHECK ((company_id IS NULL) = (user_id IS NULL)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX webauthn_challenges_created_idx ON webauthn_challenges (created_at);
-- Neither unused again nor deleted and written once more while it is good.
CREATE FUNCTION keep_used_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a challenge is used once';
END $$;
CREATE TRIGGER webauthn_challenges_used_once BEFORE UPDATE ON webauthn_challenges
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND OLD.used_at IS NOT NULL)
  EXECUTE FUNCTION keep_used_challenge();
CREATE TRIGGER webauthn_challenges_kept BEFORE DELETE ON webauthn_challenges
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND OLD.created_at > now() - interval '10 minutes')
  EXECUTE FUNCTION keep_used_challenge();

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
  -- A row that somebody wrote would keep a sign-in from being told.
  mac bytea NOT NULL,
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

-- The key of a document with letters; null for what cannot be a document.
CREATE FUNCTION lettered_document_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT key FROM (SELECT regexp_replace(lower(value), '[^[:alnum:]]', '', 'g') AS key) AS k
    WHERE length(key) >= 5 AND key ~ '[1-9]' AND regexp_replace(plain_text(key), '[0-9]', '', 'g')
      NOT IN ('none', 'null', 'pending', 'notapplicable', 'notavailable', 'value', 'ninguno', 'ninguna',
        'pendiente', 'nulo', 'nula', 'noaplica', 'notiene', 'nohay', 'sindui', 'sinnit', 'sindocumento',
        'valor', 'nessuno', 'nessuna', 'nessundocumento', 'insospeso', 'nonapplicabile', 'nondisponibile',
        'nenhum', 'nenhuma', 'pendente', 'naoaplica', 'naoseaplica', 'naotem', 'semdocumento'));

-- The key by which documents are told apart, as `documentKey` of domain/document.ts makes it: letters and
-- figures. Null for what cannot be a document. Most have figures alone; their key is a part of the statement
-- that asks for it (so it is not STRICT), because a call for each of 100,000 rows takes seconds.
CREATE FUNCTION identification_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN value ~ '[^0-9 .-]' THEN lettered_document_key(value)
    WHEN length(translate(value, ' .-', '')) >= 5 AND value ~ '[1-9]' THEN translate(value, ' .-', '') END;

CREATE TYPE list_type AS ENUM ('REGULAR', 'CSV');

-- A file brings people by the 100,000, and foreign keys checked row by row took a fifth of the time of saving
-- them. Those of `employees` and `payroll_employees` are declared, and a trigger asks once for all rows of a
-- statement. Parents stay as they are: only the owner may delete them, and none changes its company.
CREATE TABLE employees (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies NOT ENFORCED,
  first_name text NOT NULL,
  last_name text NOT NULL,
  identification text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  base_salary_usd_cents bigint NOT NULL CHECK (base_salary_usd_cents BETWEEN 100 AND 1000000000),
  -- Empty, with its script, where nothing is paid in bitcoin.
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  -- So many per cent of the salary are paid in bitcoin, and the rest in dollars to the bank account.
  bitcoin_percent smallint NOT NULL DEFAULT 100 CHECK (bitcoin_percent BETWEEN 0 AND 100),
  bank text NOT NULL DEFAULT '',
  bank_account text NOT NULL DEFAULT '',
  department text NOT NULL DEFAULT '',
  -- Special pays count by both; null: nobody has said. No MAC covers them: each amount that they make is
  -- seen, and saved under a MAC of its own, before it is paid.
  hired_on date CHECK (hired_on >= '1900-01-01'),
  pay_frequency text CHECK (pay_frequency IN ('MONTH', 'FORTNIGHT')),
  -- When a mail or message last told the person of the page of employees; null: never.
  invited_at timestamptz,
  -- Since when e-mail and phone speak for the person: since they changed, or, where the former one confirmed
  -- the change, since that one did.
  email_since timestamptz(3) NOT NULL DEFAULT now(),
  phone_since timestamptz(3) NOT NULL DEFAULT now(),
  -- Who made the person, whom nobody has paid yet; null: nobody knows.
  created_by uuid,
  -- The MAC covers both, their times and who made the person. A contact without a true one reaches nobody and
  -- speaks for nobody.
  contact_version integer NOT NULL DEFAULT 1,
  contact_mac bytea,
  creation_type list_type NOT NULL,
  -- The MAC covers address, salary and share as an authenticated change last set them.
  version integer NOT NULL DEFAULT 1,
  mac bytea NOT NULL,
  -- The identification also without what groups its figures.
  search text NOT NULL GENERATED ALWAYS AS (
    plain_text(first_name || ' ' || last_name || ' ' || identification || ' ' || email || ' ' || phone
      || ' ' || regexp_replace(identification, '[^[:alnum:]]', '', 'g'))
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (company_id, id),
  CONSTRAINT employees_address_check CHECK (
    (address = '') = (length(script_pubkey) = 0) AND (address <> '' OR bitcoin_percent = 0))
);
CREATE FUNCTION employees_have_companies() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id FROM made) AS m
    LEFT JOIN companies c ON c.id = m.company_id
    WHERE c.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an employee has no company';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER employees_made AFTER INSERT ON employees REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION employees_have_companies();

CREATE FUNCTION keep_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'a row keeps its id and its company';
END $$;
CREATE TRIGGER employees_keep_company BEFORE UPDATE OF id, company_id ON employees
  FOR EACH STATEMENT EXECUTE FUNCTION keep_company();
-- A former salary, address, account or contact stays under its true MAC: it does not come back.
CREATE TRIGGER employees_go_forward BEFORE UPDATE ON employees
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (NEW.version < OLD.version OR NEW.contact_version < OLD.contact_version))
  EXECUTE FUNCTION keep_newest_row();

-- Pages, newest first, and counts of all or of one type.
CREATE INDEX employees_newest_idx ON employees (company_id, id DESC) INCLUDE (creation_type)
  WHERE deleted_at IS NULL;
CREATE INDEX employees_search_idx ON employees USING gin (company_id, search gin_trgm_ops)
  WHERE deleted_at IS NULL;
-- Somebody who was deleted and made again is known by these.
CREATE INDEX employees_person_idx ON employees (company_id, identification_key(identification), id DESC)
  WHERE identification <> '';
-- And who has an e-mail that asked for a link, in all companies.
CREATE INDEX employees_email_idx ON employees (lower(email), company_id, id DESC) WHERE email <> '';
-- People who are paid at the same address.
CREATE INDEX employees_script_idx ON employees (company_id, script_pubkey) WHERE deleted_at IS NULL;

-- Pairs who were said to share the address that both have. One that was taken back, or stops sharing it, keeps
-- its row without a MAC: a row that was deleted could be inserted again with its true one.
CREATE TABLE accepted_shared_addresses (
  company_id uuid NOT NULL,
  script_pubkey bytea NOT NULL,
  employee_id uuid NOT NULL,
  other_id uuid NOT NULL,
  accepted_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  PRIMARY KEY (company_id, script_pubkey, employee_id, other_id),
  CONSTRAINT accepted_shared_addresses_order_check CHECK (employee_id < other_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id),
  FOREIGN KEY (company_id, other_id) REFERENCES employees (company_id, id)
);

CREATE TRIGGER accepted_shared_addresses_go_forward BEFORE UPDATE ON accepted_shared_addresses
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_row();

-- Also where an address is changed and changed back: what was accepted was the pair as it stood.
CREATE FUNCTION forget_shared_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accepted_shared_addresses a SET version = a.version + 1, mac = NULL
  FROM before b JOIN after n USING (id)
  WHERE a.mac IS NOT NULL AND n.script_pubkey <> b.script_pubkey AND a.company_id = b.company_id
    AND a.script_pubkey = b.script_pubkey AND b.id IN (a.employee_id, a.other_id);
  RETURN NULL;
END $$;
CREATE TRIGGER employees_no_longer_sharing AFTER UPDATE ON employees
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION forget_shared_address();

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
  -- A payroll without a true MAC is shown to nobody and pays nobody.
  version integer NOT NULL DEFAULT 1,
  mac bytea,
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
CREATE TRIGGER payrolls_keep_company BEFORE UPDATE OF id, company_id ON payrolls
  FOR EACH STATEMENT EXECUTE FUNCTION keep_company();
CREATE TRIGGER payrolls_go_forward BEFORE UPDATE ON payrolls
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_row();

CREATE TABLE payroll_employees (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- A member who leaves keeps the row: one that was deleted could be inserted again with its true MAC.
  ended boolean NOT NULL DEFAULT false,
  -- Who added the person, or took the person out; null: nobody knows.
  changed_by uuid,
  -- A membership without a true MAC pays nobody.
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  PRIMARY KEY (employee_id, payroll_id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id) NOT ENFORCED,
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id) NOT ENFORCED
);
CREATE INDEX payroll_employees_present_idx ON payroll_employees (payroll_id, employee_id)
  WHERE NOT ended;
CREATE TRIGGER payroll_employees_go_forward BEFORE UPDATE ON payroll_employees
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_row();

-- The people of payrolls; only their MACs prove them.
CREATE VIEW payroll_members AS SELECT * FROM payroll_employees WHERE NOT ended;

CREATE FUNCTION members_have_parents() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id, payroll_id FROM made) AS m
    LEFT JOIN payrolls p ON p.id = m.payroll_id AND p.company_id = m.company_id
    WHERE p.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN employees e ON e.id = m.employee_id AND e.company_id = m.company_id
    WHERE e.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING
      MESSAGE = 'a member has no payroll or no employee of its company';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER members_made AFTER INSERT ON payroll_employees REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION members_have_parents();

-- How many people a payroll has, their salaries, and the bytes of the scripts that pay them, as the sum
-- of all changes. Rows are only added, so that no writer waits for another, and a worker sums them up
-- (server/features/payrolls/totals.ts). No foreign keys: they would lock the row of a payroll that is
-- being paid.
CREATE TABLE payroll_totals (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  people bigint NOT NULL,
  usd_cents bigint NOT NULL,
  -- Those with a part of the salary in bitcoin: they alone have an output.
  bitcoin_people bigint NOT NULL,
  script_bytes bigint NOT NULL
);
CREATE INDEX payroll_totals_payroll_idx ON payroll_totals (payroll_id);

CREATE FUNCTION note_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payroll_totals
      SELECT m.company_id, m.payroll_id, count(*), sum(e.base_salary_usd_cents),
        count(*) FILTER (WHERE e.bitcoin_percent > 0),
        coalesce(sum(length(e.script_pubkey)) FILTER (WHERE e.bitcoin_percent > 0), 0)
      FROM after m JOIN employees e ON e.id = m.employee_id
      WHERE NOT m.ended AND e.deleted_at IS NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO payroll_totals
      SELECT company_id, payroll_id, sum(people), sum(people * usd_cents),
        sum(people * bitcoin_people), sum(people * bitcoin_people * script_bytes)
      FROM (
        SELECT m.company_id, m.payroll_id, CASE WHEN m.ended THEN -1 ELSE 1 END AS people,
          e.base_salary_usd_cents AS usd_cents, (e.bitcoin_percent > 0)::integer AS bitcoin_people,
          length(e.script_pubkey) AS script_bytes
        FROM after m JOIN before b USING (payroll_id, employee_id)
        JOIN employees e ON e.id = m.employee_id
        WHERE m.ended <> b.ended AND e.deleted_at IS NULL) c
      GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payroll_employees_made AFTER INSERT ON payroll_employees
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_members();
CREATE TRIGGER payroll_employees_changed AFTER UPDATE ON payroll_employees
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_members();

-- An employee's salary, share or address changes, or the employee is deleted while a member. A statement that
-- does both would be missed, for triggers see the end of a statement.
CREATE FUNCTION note_members_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_totals
    SELECT m.company_id, m.payroll_id, sum(c.people), sum(c.usd_cents),
      sum(c.bitcoin_people), sum(c.bitcoin_people * c.script_bytes)
    FROM (
      SELECT id, 1 AS people, base_salary_usd_cents AS usd_cents,
        (bitcoin_percent > 0)::integer AS bitcoin_people, length(script_pubkey) AS script_bytes
      FROM after WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, -1, -base_salary_usd_cents, -(bitcoin_percent > 0)::integer, length(script_pubkey)
      FROM before WHERE deleted_at IS NULL
    ) c JOIN payroll_members m ON m.employee_id = c.id
    GROUP BY 1, 2
    HAVING sum(c.people) <> 0 OR sum(c.usd_cents) <> 0 OR sum(c.bitcoin_people) <> 0
      OR sum(c.bitcoin_people * c.script_bytes) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER employees_changed_as_members AFTER UPDATE ON employees
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_members_change();

-- One upload of a list of employees. While the file comes in and is checked it is 'reading'. An 'undecided'
-- one waits until somebody has said who each doubtful row is.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  requested_by uuid NOT NULL,
  ip text,
  -- A payroll's list, or people of the company who are kept by hand.
  target text NOT NULL DEFAULT 'payroll' CHECK (target IN ('payroll', 'people')),
  -- The list that is replaced; null: a payroll of this name and description is made.
  payroll_id uuid,
  name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  dry_run boolean NOT NULL,
  state text NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'undecided', 'saving', 'done', 'failed')),
  -- The request was answered with 202, so somebody else goes on with it. Otherwise an import whose
  -- request has died has failed.
  deferred boolean NOT NULL DEFAULT false,
  header text[] NOT NULL DEFAULT '{}',
  separator text NOT NULL DEFAULT ',',
  rows_read integer NOT NULL DEFAULT 0,
  rows_total integer,
  error_count integer NOT NULL DEFAULT 0,
  diff jsonb,
  -- The first thousand rows of an undecided one about which somebody has to say who they are.
  questions jsonb,
  -- A code of contract/errors.ts.
  failure text,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  alive_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (company_id, id),
  CONSTRAINT imports_ended_check CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CONSTRAINT imports_failure_check CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CONSTRAINT imports_people_check CHECK (target = 'payroll' OR payroll_id IS NULL),
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
  -- The file says that there is no document ('N/A', '0').
  no_document boolean,
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
  -- Null where the file says nothing of it: a present employee keeps the own, a new one has 100.
  bitcoin_percent smallint,
  -- Null where the file has no such column: a present employee keeps the own.
  bank text,
  bank_account text,
  department text,
  -- Null where the file says nothing of it: a present employee keeps the own.
  hired_on date,
  pay_frequency text,
  mac bytea,
  -- A spreadsheet had taken the first zeros of a DUI.
  restored_dui boolean,
  -- The present employee it is, and whether anything of him or her changes.
  matched_id uuid,
  changed boolean,
  -- Somebody said that the row is the person with the id `decided_about`, or somebody else.
  decision text CHECK (decision IN ('same', 'other')),
  decided_about uuid,
  -- Who said so after the upload, and from where: the author of what the row changes.
  decided_by uuid,
  decided_ip text,
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
CREATE INDEX addresses_payroll_idx ON addresses (payroll_id, branch);

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
  sources smallint NOT NULL,
  -- The quote of each source that agrees: [{ name, usdCentsPerBtc }].
  quotes jsonb NOT NULL DEFAULT '[]'
);

-- Paydays: schedules, the days on which nobody is paid, and what follows from both.

CREATE TABLE schedules (
  payroll_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  every text NOT NULL CHECK (every IN ('FORTNIGHT', 'MONTH', 'WEEK')),
  -- Days of the month, or LAST.
  days text[] NOT NULL,
  -- 1: Monday.
  weekday smallint CHECK (weekday BETWEEN 1 AND 7),
  hour text NOT NULL CHECK (hour ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  time_zone text NOT NULL,
  when_closed text NOT NULL CHECK (when_closed IN ('BEFORE', 'AFTER')),
  saturdays text NOT NULL CHECK (saturdays IN ('CLOSED', 'OPEN')),
  starts_on date NOT NULL,
  ends_on date,
  mode text NOT NULL CHECK (mode IN ('REMIND', 'PREPARE', 'PAY')),
  -- A backup that was restored since leaves the mode at reminding, until somebody saves it once more.
  switched_on_at timestamptz NOT NULL,
  -- Everybody who saved it, and when last: [{ "by", "at" }].
  saves jsonb NOT NULL CHECK (jsonb_typeof(saves) = 'array'),
  -- The row stays: one that was deleted could be inserted again with its true MAC. A schedule without a true
  -- MAC prepares and pays nothing by itself.
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  CONSTRAINT schedules_days_check CHECK (CASE every WHEN 'FORTNIGHT' THEN cardinality(days) = 2
    WHEN 'MONTH' THEN cardinality(days) = 1 ELSE cardinality(days) = 0 END),
  CONSTRAINT schedules_week_check CHECK ((every = 'WEEK') = (weekday IS NOT NULL)),
  CONSTRAINT schedules_ends_check CHECK (ends_on >= starts_on),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);

CREATE TRIGGER schedules_go_forward BEFORE UPDATE ON schedules
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_row();

-- A company's own, besides the holidays of the country. One that the program did not write moves no payday,
-- and one that was taken back keeps its row.
CREATE TABLE closed_days (
  company_id uuid NOT NULL REFERENCES companies,
  day date NOT NULL,
  name text NOT NULL,
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  PRIMARY KEY (company_id, day)
);
CREATE TRIGGER closed_days_go_forward BEFORE UPDATE ON closed_days
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_row();

-- The paydays of two years ahead, and those that were. One that is due, skipped, moved by hand or
-- prepared stays as it is, whatever becomes of its schedule.
CREATE TABLE occurrences (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'REGULAR'
    CHECK (kind IN ('REGULAR', 'AGUINALDO', 'QUINCENA_25', 'BONUS')),
  -- As 2026-11-Q2, of the day before any move.
  period_key text NOT NULL,
  nominal_day date NOT NULL,
  due_at timestamptz NOT NULL,
  time_zone text NOT NULL,
  -- Why the nominal day is no working day, with the name of a holiday or a day of the company.
  moved_reason text CHECK (moved_reason IN ('SUNDAY', 'SATURDAY', 'HOLIDAY', 'COMPANY_DAY')),
  moved_name text NOT NULL DEFAULT '',
  moved_by_hand boolean NOT NULL DEFAULT false,
  mode text NOT NULL CHECK (mode IN ('REMIND', 'PREPARE', 'PAY')),
  skipped_at timestamptz,
  skip_reason text NOT NULL DEFAULT '',
  skipped_by uuid,
  -- When it was first tried to pay by itself and was not, and the reason of the last try.
  held_at timestamptz,
  held_reason text,
  -- When its window was over and it was not paid, and the reason of the last try.
  missed_at timestamptz,
  missed_reason text,
  draft_id uuid,
  -- Nobody is told that one was missed which was due before it was known.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The row stays, and is taken again when its period comes back: one that was deleted could be inserted
  -- again with its true MAC. A payday without a true MAC is none.
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  mac bytea,
  UNIQUE (company_id, id),
  UNIQUE (payroll_id, period_key),
  CONSTRAINT occurrences_skipped_check CHECK ((skipped_at IS NULL) = (skipped_by IS NULL)),
  CONSTRAINT occurrences_special_check CHECK (kind != 'REGULAR' OR draft_id IS NULL),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, skipped_by) REFERENCES users (company_id, id)
);
CREATE INDEX occurrences_payroll_idx ON occurrences (payroll_id, due_at);
CREATE INDEX occurrences_company_idx ON occurrences (company_id, due_at);
-- The worker looks for those that are due, or soon.
CREATE INDEX occurrences_due_idx ON occurrences (due_at) WHERE skipped_at IS NULL AND missed_at IS NULL;
CREATE TRIGGER occurrences_go_forward BEFORE UPDATE ON occurrences
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_row();

-- Each notice of a payday once, however many workers there are. A payday that is moved to another day
-- has those of that day.
CREATE TABLE occurrence_notices (
  occurrence_id uuid NOT NULL REFERENCES occurrences ON DELETE CASCADE,
  company_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DAYS_7', 'DAYS_2', 'HOURS_4', 'HELD', 'MISSED')),
  due_on date NOT NULL,
  -- Nobody was told of it: another one that came due with it says the same, or all was ready.
  silent boolean NOT NULL DEFAULT false,
  at timestamptz NOT NULL,
  PRIMARY KEY (occurrence_id, kind, due_on)
);

-- Addresses of the calendar for other programs: the token is 32 random bytes.
CREATE TABLE calendar_feeds (
  user_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  created_at timestamptz NOT NULL,
  mac bytea NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Drafts: decisions about a payday of a payroll before anybody orders it. A special pay has one,
-- with an amount for each of its people.

CREATE TABLE drafts (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('AGUINALDO', 'QUINCENA_25', 'BONUS')),
  -- As 2027-01-QUINCENA_25; bonuses are numbered.
  period_key text NOT NULL,
  -- An amount for each, or so many per cent of the base salary.
  bonus_usd_cents bigint CHECK (bonus_usd_cents BETWEEN 100 AND 1000000000),
  bonus_percent smallint CHECK (bonus_percent BETWEEN 1 AND 1000),
  due_at timestamptz NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The row stays: one that was deleted could be inserted again with its true MAC.
  ended boolean NOT NULL DEFAULT false,
  version integer NOT NULL,
  -- The hash of all its lines: the MAC covers whom and how much, and that nobody is missing.
  lines_sha256 bytea NOT NULL CHECK (length(lines_sha256) = 32),
  mac bytea NOT NULL,
  UNIQUE (company_id, id),
  CONSTRAINT drafts_bonus_check CHECK (CASE kind
    WHEN 'BONUS' THEN (bonus_usd_cents IS NULL) <> (bonus_percent IS NULL)
    ELSE bonus_usd_cents IS NULL AND bonus_percent IS NULL END),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, created_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX drafts_one_idx ON drafts (payroll_id, period_key) WHERE NOT ended;
CREATE TRIGGER drafts_go_forward BEFORE UPDATE ON drafts
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version < OLD.version)
  EXECUTE FUNCTION keep_newest_row();

CREATE TABLE draft_lines (
  draft_id uuid NOT NULL,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- Null: nothing is due, or somebody left the person out.
  usd_cents bigint CHECK (usd_cents >= 0),
  -- As the rule had it when the draft was saved.
  computed_usd_cents bigint CHECK (computed_usd_cents >= 0),
  -- Somebody set the amount by hand.
  edited boolean NOT NULL,
  PRIMARY KEY (draft_id, employee_id),
  FOREIGN KEY (company_id, draft_id) REFERENCES drafts (company_id, id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);

-- Payments: runs, withdrawals, the orders that the signer believes, and their transactions.

-- A sheet that was ordered: who is paid how much by one press of a payroll, and why. On the wire it is a
-- payment. While closed_at is null it is the payroll's open one, of which there can be one.
CREATE TABLE sheets (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  -- Null: nobody pressed, a payday that the calendar prepared paid itself.
  requested_by uuid,
  note text NOT NULL,
  -- The sums of its payouts by method. A list of payments does not add up thousands of them.
  bitcoin_usd_cents bigint NOT NULL CHECK (bitcoin_usd_cents >= 0),
  dollars_usd_cents bigint NOT NULL CHECK (dollars_usd_cents >= 0),
  total_sats bigint NOT NULL CHECK (total_sats >= 0),
  -- null: nothing of the run is in bitcoin, so it needed no price.
  rate_usd_cents_per_btc bigint CHECK (rate_usd_cents_per_btc > 0),
  rate_sources smallint,
  rate_quotes jsonb,
  rate_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- When the administrator gave up the unpaid lines of a run that was paid in part.
  unpaid_lines_closed_at timestamptz,
  -- When the order of a sheet all in dollars ended without its approvals: nobody is paid by it.
  given_up_at timestamptz,
  -- It pays people chosen one by one, and not the payroll.
  of_chosen_people boolean NOT NULL DEFAULT false,
  -- The period that it pays, where the payroll has paydays; `extra`: once more, on purpose.
  period_key text,
  period_due_at timestamptz,
  extra boolean NOT NULL DEFAULT false,
  -- The amounts of all but REGULAR are no salaries: they were taken from a draft.
  kind text NOT NULL DEFAULT 'REGULAR' CHECK (kind IN ('REGULAR', 'AGUINALDO', 'QUINCENA_25', 'BONUS')),
  draft_id uuid,
  CONSTRAINT sheets_given_up_check CHECK (given_up_at IS NULL OR (total_sats = 0 AND closed_at IS NOT NULL)),
  CONSTRAINT sheets_extra_check CHECK (NOT extra OR (period_key IS NOT NULL AND kind = 'REGULAR')),
  CONSTRAINT sheets_draft_check CHECK (kind = 'REGULAR' OR (draft_id IS NOT NULL AND period_key IS NOT NULL)),
  CONSTRAINT sheets_sums_check CHECK (bitcoin_usd_cents + dollars_usd_cents > 0
    AND (total_sats = 0) = (bitcoin_usd_cents = 0) AND (total_sats = 0) = (rate_usd_cents_per_btc IS NULL)),
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id)
);
CREATE UNIQUE INDEX sheets_one_open ON sheets (payroll_id) WHERE closed_at IS NULL;
CREATE INDEX sheets_payroll_idx ON sheets (payroll_id, id DESC);
CREATE INDEX sheets_company_idx ON sheets (company_id, created_at);
CREATE INDEX sheets_period_idx ON sheets (payroll_id, period_key) WHERE period_key IS NOT NULL;
-- Who was paid for an overlapping period by another payroll.
CREATE INDEX sheets_company_period_idx ON sheets (company_id, period_key) WHERE period_key IS NOT NULL;

-- One employee in one run, as he or she was when it was planned. A run writes thousands of lines, and
-- foreign keys checked row by row took longer than writing them: they are declared, and a trigger asks
-- once for all rows of a statement. Parents stay, for only the owner may delete them (decision 30).
CREATE TABLE sheet_lines (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  identification text NOT NULL DEFAULT '',
  -- The person is owed this; the payouts of the line add up to it.
  net_usd_cents bigint NOT NULL CHECK (net_usd_cents > 0),
  -- The pay terms of the employee, which are under the MAC, and the script of the address.
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  base_usd_cents bigint NOT NULL CHECK (base_usd_cents >= 0),
  bitcoin_percent smallint NOT NULL DEFAULT 100 CHECK (bitcoin_percent BETWEEN 0 AND 100),
  bank text NOT NULL DEFAULT '',
  bank_account text NOT NULL DEFAULT '',
  pay_frequency text,
  version integer NOT NULL,
  mac bytea NOT NULL,
  UNIQUE (sheet_id, employee_id),
  FOREIGN KEY (company_id, sheet_id) REFERENCES sheets (company_id, id) NOT ENFORCED,
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id) NOT ENFORCED
);
-- Whether an address changed since its employee was last paid.
CREATE INDEX sheet_lines_employee_idx ON sheet_lines (employee_id, id DESC);
-- Whether an address was once paid to somebody else.
CREATE INDEX sheet_lines_script_idx ON sheet_lines USING hash (script_pubkey);

CREATE FUNCTION lines_have_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id, sheet_id FROM made) AS m
    LEFT JOIN sheets p ON p.id = m.sheet_id AND p.company_id = m.company_id
    WHERE p.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN employees e ON e.id = m.employee_id AND e.company_id = m.company_id
    WHERE e.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a line has no sheet or no employee of its company';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lines_made AFTER INSERT ON sheet_lines REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION lines_have_parents();

-- One amount of a line by one method: bitcoin to the line's address, or dollars to its bank account. A further method is a further row. Dollars are sent from the first list for a bank that has
-- them, or once somebody marks them as paid, with the reference of the bank; no other payout pays them again.
CREATE TABLE payouts (
  line_id uuid NOT NULL REFERENCES sheet_lines NOT ENFORCED,
  method text NOT NULL CHECK (method IN ('BITCOIN', 'DOLLARS')),
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  usd_cents bigint NOT NULL CHECK (usd_cents > 0),
  -- As the newest transaction that pays the line pays it.
  sats bigint CHECK (sats > 0),
  -- Why dollars are more than the share says: the rest is below dust, or nobody has consented.
  split_reason text CHECK (split_reason IN ('DUST', 'NO_CONSENT')),
  -- The first line of a chain of lines for one pay: each next one was ordered after the sheet of the one
  -- before had ended and paid nobody. A reorganisation may bring an earlier one back.
  replaces uuid,
  sent_at timestamptz,
  sent_by uuid,
  -- null: sent, and not marked as paid.
  paid_at timestamptz,
  reference text NOT NULL DEFAULT '',
  marked_by uuid,
  PRIMARY KEY (line_id, method),
  CONSTRAINT payouts_bitcoin_check CHECK ((method = 'BITCOIN') = (sats IS NOT NULL)),
  CONSTRAINT payouts_dollars_check
    CHECK (method = 'DOLLARS' OR (split_reason IS NULL AND replaces IS NULL AND sent_at IS NULL)),
  CONSTRAINT payouts_sent_check CHECK ((sent_at IS NULL) = (sent_by IS NULL)),
  CONSTRAINT payouts_marked_check
    CHECK ((paid_at IS NULL) = (marked_by IS NULL) AND (paid_at IS NULL OR sent_at IS NOT NULL)),
  FOREIGN KEY (company_id, sheet_id) REFERENCES sheets (company_id, id) NOT ENFORCED,
  FOREIGN KEY (company_id, sent_by) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, marked_by) REFERENCES users (company_id, id)
);
CREATE INDEX payouts_sheet_idx ON payouts (sheet_id, method);
CREATE INDEX payouts_replaces_idx ON payouts (replaces) WHERE replaces IS NOT NULL;

CREATE FUNCTION payouts_have_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM made AS m
    LEFT JOIN sheet_lines l ON l.id = m.line_id AND l.sheet_id = m.sheet_id AND l.company_id = m.company_id
    WHERE l.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a payout has no line of its sheet';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payouts_made AFTER INSERT ON payouts REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION payouts_have_lines();

-- Somebody said of dollars on a list for the bank that they were not sent, or were sent after all. Under a
-- MAC, for the signing record.
CREATE TABLE dollar_marks (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  line_id uuid NOT NULL REFERENCES sheet_lines,
  sent boolean NOT NULL,
  marked_by uuid NOT NULL,
  at timestamptz NOT NULL,
  mac bytea NOT NULL,
  FOREIGN KEY (company_id, marked_by) REFERENCES users (company_id, id)
);
CREATE INDEX dollar_marks_line_idx ON dollar_marks (line_id, id DESC);

-- People whom the signing record pays and a restored backup does not know, as deleted employees. `document`
-- is the keyed hash of theirs.
CREATE TABLE restored_people (
  employee_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  document bytea NOT NULL CHECK (length(document) = 32),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);

-- People who got no line in a run because its administrator left them out.
CREATE TABLE sheet_left_out (
  sheet_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  company_id uuid NOT NULL,
  name text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('WAITS_AFTER_RESET', 'ASKED', 'HELD_ADDRESS', 'PAID_ELSEWHERE')),
  -- Where they were paid, for which period and as whom: { "payroll", "periodKey", "as" }.
  elsewhere jsonb,
  PRIMARY KEY (sheet_id, employee_id),
  CONSTRAINT sheet_left_out_elsewhere_check
    CHECK ((reason = 'PAID_ELSEWHERE') = (elsewhere IS NOT NULL)),
  FOREIGN KEY (company_id, sheet_id) REFERENCES sheets (company_id, id)
);

-- One line a person and period: planning writes them under the payroll's lock, and frees those of lines
-- that nothing pays or can still pay. A block claims what it pays where nobody has claimed it, so that what
-- confirms after all violates nothing.
CREATE TABLE period_claims (
  payroll_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  period_key text NOT NULL,
  company_id uuid NOT NULL,
  line_id uuid NOT NULL REFERENCES sheet_lines NOT ENFORCED,
  PRIMARY KEY (payroll_id, period_key, employee_id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id) NOT ENFORCED
);

-- The people of a payroll as the preview showed them, so that a press on an older preview can
-- name the changes since. `sha256` is the preview's hash, made of `people`, a JSON text.
CREATE TABLE sheet_previews (
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
-- How many orders a company has made. The signer compares orders by their numbers, whatever a clock says: the
-- program's roles count one by one, and never back.
CREATE TABLE order_counts (
  company_id uuid PRIMARY KEY REFERENCES companies,
  number bigint NOT NULL
);
CREATE FUNCTION count_one_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number != (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE OLD.number + 1 END)
    OR (TG_OP = 'UPDATE' AND NEW.company_id != OLD.company_id) THEN
    RAISE EXCEPTION 'orders are counted one by one';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_counts_go_forward BEFORE INSERT OR UPDATE ON order_counts
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker'))
  EXECUTE FUNCTION count_one_order();

CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  -- Null: it has no MAC, and the number of the change under which it is made counts.
  number bigint,
  payroll_id uuid NOT NULL,
  sheet_id uuid,
  withdrawal_id uuid,
  -- Without either it is the order of a consolidation, which pays nobody.
  -- People, addresses, satoshi and the fee ceiling.
  plan_sha256 bytea NOT NULL CHECK (length(plan_sha256) = 32),
  -- The limit for all transactions of the plan together, replacements included.
  -- 0: all that it pays is in dollars.
  fee_ceiling_sats bigint NOT NULL CHECK (fee_ceiling_sats >= 0),
  -- Within how many blocks a run is to be mined: later batches pay for that, and nothing bumps it before.
  target_blocks smallint NOT NULL DEFAULT 3 CHECK (target_blocks IN (3, 6, 36, 144)),
  -- Null: nobody pressed, a payday that the calendar prepared pays itself, or consolidates before.
  requested_by uuid,
  requested_at timestamptz NOT NULL,
  requested_ip text,
  -- Null only where the program itself orders, under a change that people have approved before.
  mac bytea,
  -- That approved change; it may have a MAC besides.
  change_order_id uuid,
  -- Approvals by others; 0: none, or `own_code`: the person who asked releases it.
  required smallint NOT NULL CHECK (required BETWEEN 0 AND 5),
  own_code boolean NOT NULL,
  needs_approval boolean NOT NULL GENERATED ALWAYS AS (required > 0 OR own_code) STORED,
  -- People approve this sheet: people and dollars, the fee ceiling in dollars, the choices about held people
  -- and the changes shown.
  sheet_sha256 bytea NOT NULL CHECK (length(sheet_sha256) = 32),
  fee_ceiling_usd_cents bigint NOT NULL CHECK (fee_ceiling_usd_cents >= 0),
  held jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(held) = 'object'),
  -- The people who are paid by choice although a line elsewhere has paid them:
  -- [{ "employee", "payroll", "paid", "mayConfirm" }].
  included jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(included) = 'array'),
  -- Who changed what it pays, with how much: [{ "userId", "changed": [{ "what", "people" }] }].
  changers jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changers) = 'array'),
  changes_sha256 bytea CHECK (length(changes_sha256) = 32),
  -- The changes as they were asked with, which that hash is of: a JSON text, as jsonb would order its fields.
  changes text,
  -- Why it needs a code: [{ "code", "people" }], as the pay dialog said it.
  reasons jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(reasons) = 'array'),
  -- The period that it pays, each person once; null: the payroll has no dates, or it pays once more.
  claims_period text,
  -- The company's sum that the run was above when it was planned.
  -- The part of it that the company pays by its bank.
  dollars_usd_cents bigint NOT NULL DEFAULT 0 CHECK (dollars_usd_cents >= 0),
  over_usd_cents bigint CHECK (over_usd_cents >= 0),
  UNIQUE (company_id, id),
  CONSTRAINT orders_sheet_or_withdrawal_check
    CHECK (sheet_id IS NULL OR withdrawal_id IS NULL),
  CONSTRAINT orders_changes_check CHECK ((changes IS NULL) = (changes_sha256 IS NULL)),
  CONSTRAINT orders_approval_check CHECK (required = 0 OR NOT own_code),
  CONSTRAINT orders_mac_check CHECK (mac IS NOT NULL OR change_order_id IS NOT NULL),
  UNIQUE (company_id, number),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, sheet_id) REFERENCES sheets (company_id, id),
  FOREIGN KEY (company_id, withdrawal_id) REFERENCES withdrawals (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id)
);
-- The sum of a company's orders of 24 hours.
CREATE INDEX orders_company_idx ON orders (company_id, requested_at);
-- Orders whose dollars the signer may have to note.
CREATE INDEX orders_dollars_idx ON orders (id) WHERE dollars_usd_cents > 0;
-- Choices that are kept.
CREATE INDEX orders_included_idx ON orders (company_id) WHERE included <> '[]';

-- Approvals: rules, and what waits for several people.

-- A change of rules, roles, invitations, factors or a held address, or a payday's sheet, and the approvals
-- that it needs. Under a MAC; `state` alone moves: open, waiting (approved, until effective_at), or one of the
-- ends. An approved payday waits until its window is over.
CREATE TABLE change_orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('RULES', 'SETTINGS', 'ROLE', 'INVITATION', 'FACTOR', 'RESET', 'SWEEP',
    'RELEASE', 'OCCURRENCE')),
  -- A JSON text: jsonb would put its fields into another order than the hash has them in.
  payload text NOT NULL,
  sheet_sha256 bytea NOT NULL CHECK (length(sheet_sha256) = 32),
  -- The person or thing that it is about, in one line.
  subject text NOT NULL,
  -- Null: nobody, the calendar prepared a payday.
  asked_by uuid,
  asked_at timestamptz NOT NULL,
  asked_ip text,
  -- A payday is prepared before or after an order of its payroll; null: it is no payday's.
  number bigint,
  expires_at timestamptz NOT NULL,
  required smallint NOT NULL CHECK (required BETWEEN 0 AND 5),
  -- The passkey of the person who asked releases it.
  own_code boolean NOT NULL,
  -- It takes effect 24 hours after its approvals.
  delayed boolean NOT NULL,
  mac bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'waiting', 'done', 'rejected', 'undone', 'expired')),
  approved_at timestamptz,
  effective_at timestamptz,
  ended_at timestamptz,
  -- The words of the person who rejected it.
  rejection_reason text,
  UNIQUE (company_id, id),
  CONSTRAINT change_orders_asker_check CHECK (asked_by IS NOT NULL OR kind = 'OCCURRENCE'),
  FOREIGN KEY (company_id, asked_by) REFERENCES users (company_id, id)
);
CREATE INDEX change_orders_open_idx ON change_orders (company_id) WHERE state IN ('open', 'waiting');
ALTER TABLE orders ADD FOREIGN KEY (company_id, change_order_id)
  REFERENCES change_orders (company_id, id);
-- One change of the rules at a time.
CREATE UNIQUE INDEX change_orders_one_of_rules ON change_orders (company_id)
  WHERE kind = 'RULES' AND state IN ('open', 'waiting');

-- The people, addresses and dollars of a payday as they were when it was prepared: approved and paid so.
CREATE TABLE payday_sheets (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  -- One sheet a payday: a new one takes the place of the one before.
  occurrence_id uuid NOT NULL UNIQUE,
  period_key text NOT NULL,
  due_at timestamptz NOT NULL,
  prepared_at timestamptz NOT NULL,
  -- Null: nobody, the calendar.
  prepared_by uuid,
  -- Null: it needs no approval, and somebody presses.
  change_order_id uuid,
  -- Null: nothing of it is in bitcoin.
  rate_usd_cents_per_btc bigint CHECK (rate_usd_cents_per_btc > 0),
  ceiling_usd_cents bigint NOT NULL CHECK (ceiling_usd_cents >= 0),
  sheet_sha256 bytea NOT NULL CHECK (length(sheet_sha256) = 32),
  -- The choices about held people and those paid elsewhere, and who gets no line:
  -- [{ "employeeId", "name", "reason" }].
  held jsonb NOT NULL CHECK (jsonb_typeof(held) = 'object'),
  included jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(included) = 'array'),
  left_out jsonb NOT NULL CHECK (jsonb_typeof(left_out) = 'array'),
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, occurrence_id) REFERENCES occurrences (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, prepared_by) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, change_order_id) REFERENCES change_orders (company_id, id)
);

-- One person of a sheet, with all that a payment line is a snapshot of.
CREATE TABLE payday_sheet_lines (
  sheet_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  company_id uuid NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  usd_cents bigint NOT NULL CHECK (usd_cents >= 0),
  dollars_usd_cents bigint NOT NULL CHECK (dollars_usd_cents >= 0),
  bitcoin_percent smallint NOT NULL CHECK (bitcoin_percent BETWEEN 0 AND 100),
  split_reason text CHECK (split_reason IN ('DUST', 'NO_CONSENT')),
  bank text NOT NULL,
  bank_account text NOT NULL,
  pay_frequency text,
  version integer NOT NULL,
  -- The employee's, over the address that is paid.
  mac bytea NOT NULL,
  PRIMARY KEY (sheet_id, employee_id),
  FOREIGN KEY (company_id, sheet_id) REFERENCES payday_sheets (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);
CREATE INDEX payday_sheet_lines_employee_idx ON payday_sheet_lines (employee_id);

-- Mails about what waits for approvals that are sent once: to approvers shortly before it ends, and to the
-- person who asked once it has ended.
CREATE TABLE approval_notices (
  company_id uuid NOT NULL REFERENCES companies,
  -- The id in orders or in change_orders.
  subject_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('REMINDER', 'EXPIRED')),
  at timestamptz NOT NULL,
  PRIMARY KEY (subject_id, kind)
);

-- A change ends, or takes effect, once.
CREATE FUNCTION keep_ended_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a change that has ended does not come back';
END $$;
CREATE TRIGGER change_orders_end_once BEFORE UPDATE ON change_orders
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND OLD.state NOT IN ('open', 'waiting'))
  EXECUTE FUNCTION keep_ended_change();

-- Who has approved an order, or a change. Rows are only added, and believed by their MACs alone.
CREATE TABLE approvals (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  -- The id in orders or in change_orders.
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('CODE', 'PASSKEY')),
  sheet_sha256 bytea NOT NULL CHECK (length(sheet_sha256) = 32),
  nonce bytea CHECK (length(nonce) = 32),
  passkey_id uuid,
  assertion jsonb,
  mac bytea NOT NULL,
  CHECK ((kind = 'PASSKEY') = (nonce IS NOT NULL)
    AND (kind = 'PASSKEY') = (passkey_id IS NOT NULL)
    AND (kind = 'PASSKEY') = (assertion IS NOT NULL)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX approvals_subject_idx ON approvals (subject_id);

-- The nonce of the challenge that a passkey signs, good once and for ten minutes.
CREATE TABLE approval_challenges (
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  nonce bytea NOT NULL CHECK (length(nonce) = 32),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (subject_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Approvers whom a mail reminded of what waits, once.
CREATE TABLE approval_reminders (
  subject_id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE TYPE transaction_type AS ENUM ('send', 'receive', 'withdrawal', 'cancel', 'child',
  'consolidation');
CREATE TYPE transaction_state AS ENUM
  ('pendingApproval', 'rejected', 'signed', 'unconfirmed', 'confirmed', 'removed', 'failed');
-- 'lane': a batch waits until its lane is in a block. 'fee': its lane is, and its fee is above the ceiling
-- or its funds. 'operator': the
-- plan's rate is far from those that the signer signed before.
CREATE TYPE transaction_wait AS ENUM ('approval', 'signature', 'lane', 'fee', 'node', 'operator');
-- domain/failures.ts has the same codes.
CREATE TYPE transaction_failure AS ENUM ('PRICE_MOVED', 'NOT_APPROVED_IN_TIME', 'REJECTED',
  'PLAN_EXPIRED', 'FROZEN', 'CANCELLED', 'LANE_LOST', 'UTXO_GONE', 'SPENT_ELSEWHERE', 'PARENT_GONE',
  'GIVEN_UP', 'NO_HELP_NEEDED', 'RESTORED', 'SIGNER_REFUSED');

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
  sheet_id uuid,
  withdrawal_id uuid,
  -- A replacement belongs to the order of what it replaces.
  order_id uuid,
  position smallint NOT NULL DEFAULT 0,
  type transaction_type NOT NULL,
  root_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  cpfp_parent_id uuid,
  usd_cents bigint NOT NULL CHECK (usd_cents >= 0),
  sats bigint NOT NULL,
  rate_usd_cents_per_btc bigint NOT NULL CHECK (rate_usd_cents_per_btc >= 0),
  fee_sats bigint CHECK (fee_sats >= 0),
  vsize integer CHECK (vsize > 0),
  fee_rate_sats_per_kvb bigint CHECK (fee_rate_sats_per_kvb > 0),
  txid bytea CHECK (length(txid) = 32),
  raw bytea,
  waiting_for transaction_wait,
  -- Since when it waits for its fee, or for the signer.
  waiting_since timestamptz,
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
  CONSTRAINT transactions_sheet_check CHECK (
    (type != 'send' OR sheet_id IS NOT NULL OR untracked)
    AND (type != 'receive' OR sheet_id IS NULL)),
  CONSTRAINT transactions_withdrawal_check CHECK (
    (type != 'withdrawal' OR withdrawal_id IS NOT NULL OR untracked)
    AND (withdrawal_id IS NULL OR sheet_id IS NULL)),
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
  FOREIGN KEY (company_id, sheet_id) REFERENCES sheets (company_id, id),
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
CREATE INDEX transactions_sheet_idx ON transactions (sheet_id);
CREATE INDEX transactions_withdrawal_idx ON transactions (withdrawal_id)
  WHERE withdrawal_id IS NOT NULL;
CREATE INDEX transactions_order_idx ON transactions (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX transactions_approval_idx ON transactions (order_id) WHERE waiting_for = 'approval';
CREATE INDEX transactions_children_idx ON transactions (cpfp_parent_id)
  WHERE cpfp_parent_id IS NOT NULL;
CREATE INDEX transactions_open_idx ON transactions (state)
  WHERE state IN ('pendingApproval', 'signed', 'unconfirmed', 'removed');
CREATE INDEX transactions_live_idx ON transactions (payroll_id) WHERE live AND type != 'receive';
CREATE INDEX transactions_untracked_idx ON transactions (payroll_id) WHERE untracked;
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
CREATE INDEX transactions_ended_idx ON transactions (company_id) INCLUDE (sheet_id)
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
  INSERT INTO audit_events (by_trigger, company_id, action, subject, detail) VALUES (
    true, NEW.company_id, 'transaction.stateChanged',
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
    CASE WHEN NEW.waiting_for IN ('operator', 'fee') THEN NEW.waiting_for::text
      ELSE NEW.state::text END);
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_to_tell_made AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NEW.state = 'confirmed') EXECUTE FUNCTION note_money_event();
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE ON transactions
  FOR EACH ROW WHEN ((OLD.state IS DISTINCT FROM NEW.state
      AND NEW.state IN ('confirmed', 'removed', 'failed', 'rejected'))
    OR (OLD.waiting_for IS DISTINCT FROM NEW.waiting_for 
      AND NEW.waiting_for IN ('operator', 'fee')))
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
-- the lane of a later batch of the same run, or our change. Foreign keys as those of sheet_lines.
CREATE TABLE transaction_outputs (
  transaction_id uuid NOT NULL REFERENCES transactions NOT ENFORCED,
  vout integer NOT NULL,
  line_id uuid REFERENCES sheet_lines NOT ENFORCED,
  withdrawal_id uuid REFERENCES withdrawals,
  lane_of uuid REFERENCES transactions,
  script_pubkey bytea NOT NULL,
  sats bigint NOT NULL CHECK (sats > 0),
  PRIMARY KEY (transaction_id, vout),
  CONSTRAINT transaction_outputs_lane_check CHECK (lane_of IS NULL OR line_id IS NULL),
  CONSTRAINT transaction_outputs_withdrawal_check
    CHECK (withdrawal_id IS NULL OR (line_id IS NULL AND lane_of IS NULL))
);
CREATE INDEX transaction_outputs_line_idx ON transaction_outputs (line_id);
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
    LEFT JOIN sheet_lines l ON l.id = m.line_id
    WHERE m.line_id IS NOT NULL AND l.id IS NULL
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

-- The fee of one transaction above the ceiling of its order, confirmed with a code, or under strong_only
-- by a passkey. The signer believes the MAC, and then the passkey alone.
CREATE TABLE fee_confirmations (
  transaction_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  order_id uuid NOT NULL,
  fee_sats bigint NOT NULL CHECK (fee_sats > 0),
  confirmed_by uuid NOT NULL,
  confirmed_at timestamptz NOT NULL,
  nonce bytea CHECK (length(nonce) = 32),
  assertion jsonb,
  mac bytea NOT NULL,
  CHECK ((nonce IS NULL) = (assertion IS NULL)),
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
  SELECT DISTINCT e.company_id, e.sheet_id FROM transactions e
  WHERE e.root_id = e.id AND e.sheet_id IS NOT NULL AND NOT e.live AND e.state != 'confirmed'
    AND NOT EXISTS (SELECT FROM transactions t WHERE t.sheet_id = e.sheet_id AND t.live)
    AND EXISTS (
      SELECT FROM transactions t WHERE t.sheet_id = e.sheet_id AND t.root_id = t.id
        AND NOT EXISTS (SELECT FROM transactions v
          WHERE v.root_id = t.id AND v.type = 'send' AND v.state = 'confirmed'))
    AND (NOT EXISTS (SELECT FROM sheet_lines l WHERE l.sheet_id = e.sheet_id OFFSET 0)
      OR EXISTS (
        SELECT FROM sheet_lines l WHERE l.sheet_id = e.sheet_id
          AND NOT EXISTS (
            SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
            WHERE o.line_id = l.id AND t.state = 'confirmed') OFFSET 0))
  UNION ALL
  -- Until its approvals are there a sheet all in dollars is open, and counts like any open one.
  SELECT company_id, id FROM sheets WHERE given_up_at IS NOT NULL;

-- The states of sheets, lines and payouts: no other SQL answers what became of them. A column that a statement does not
-- name costs nothing.

-- A sheet all in dollars has no transaction: it pays people, or may still, until it is given up.
CREATE VIEW sheet_states AS
  SELECT p.id, p.company_id, p.given_up_at, p.unpaid_lines_closed_at, p.total_sats = 0 AS is_all_in_dollars,
    p.total_sats = 0 AND p.closed_at IS NULL AS waits_in_dollars,
    -- It pays people, or still can.
    CASE WHEN p.total_sats = 0 THEN p.given_up_at IS NULL ELSE EXISTS (
      SELECT FROM transactions t WHERE t.sheet_id = p.id AND t.type = 'send' AND t.sats > 0
        AND (t.live OR t.state = 'confirmed')) END AS stands,
    -- The company pays its dollars: nothing holds them back, and nobody has ended it.
    CASE WHEN p.total_sats = 0 THEN p.given_up_at IS NULL AND p.closed_at IS NOT NULL ELSE EXISTS (
      SELECT FROM transactions t WHERE t.sheet_id = p.id AND t.type = 'send' AND t.sats > 0
        AND (t.state = 'confirmed' OR (t.live AND t.txid IS NOT NULL))) END AS dollars_are_due,
    p.dollars_usd_cents > 0 AND EXISTS (
      SELECT FROM payouts o WHERE o.sheet_id = p.id AND o.method = 'DOLLARS' AND o.sent_at IS NOT NULL)
      AS has_sent_dollars,
    -- A block has paid one of its people, or the company's bank pays them.
    CASE WHEN p.total_sats = 0 THEN p.given_up_at IS NULL ELSE EXISTS (
      SELECT FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
      WHERE t.sheet_id = p.id AND t.state = 'confirmed' AND o.line_id IS NOT NULL)
      OR p.dollars_usd_cents > 0 AND EXISTS (
        SELECT FROM payouts o WHERE o.sheet_id = p.id AND o.method = 'DOLLARS' AND o.sent_at IS NOT NULL)
      END AS has_paid,
    -- It counts for its period: something of it is paid, or may still be.
    CASE WHEN p.total_sats = 0 THEN p.given_up_at IS NULL ELSE p.closed_at IS NULL OR EXISTS (
      SELECT FROM transactions t WHERE t.sheet_id = p.id AND t.type = 'send' AND t.state IN
        ('pendingApproval', 'signed', 'unconfirmed', 'confirmed', 'removed')) END AS counts_for_period
  FROM sheets p;

-- `owed`: no order that stands pays it. `planned`: one does, and the bitcoin is not signed, or the list for
-- the bank not made. `sent`: it may be paid any time. `given_up`: nothing pays it but a reorganisation.
CREATE VIEW payout_states AS
  SELECT o.line_id, o.method, o.sheet_id, o.usd_cents, o.sats, CASE
    WHEN o.method = 'BITCOIN' THEN coalesce(
      (SELECT CASE WHEN bool_or(t.height IS NOT NULL) THEN 'paid'
          WHEN bool_or(t.live AND t.txid IS NOT NULL) THEN 'sent' WHEN bool_or(t.live) THEN 'planned' END
        FROM transaction_outputs made JOIN transactions t ON t.id = made.transaction_id
        WHERE made.line_id = o.line_id),
      CASE WHEN s.unpaid_lines_closed_at IS NULL THEN 'owed' ELSE 'given_up' END)
    WHEN o.paid_at IS NOT NULL THEN 'paid'
    WHEN o.sent_at IS NOT NULL THEN 'sent'
    -- After a reorganisation brought the sheet back, another payout of the pay was sent, or a later one will be.
    WHEN s.given_up_at IS NOT NULL OR EXISTS (
      SELECT FROM payouts other JOIN sheet_states of ON of.id = other.sheet_id
      WHERE other.method = 'DOLLARS' AND other.line_id <> o.line_id AND other.line_id IN (
          SELECT line_id FROM payouts WHERE replaces = coalesce(o.replaces, o.line_id)
          UNION ALL SELECT o.replaces)
        AND (other.sent_at IS NOT NULL OR (other.line_id > o.line_id AND of.stands))) THEN 'given_up'
    WHEN s.stands OR s.has_sent_dollars THEN 'planned'
    ELSE 'owed' END AS state
  FROM payouts o JOIN sheet_states s ON s.id = o.sheet_id;

-- `stands`: the line is paid, or still can be. Rejected, failed and cancelled lines do not stand, unless a
-- block holds them after all.
CREATE VIEW line_states AS
  SELECT l.id, l.company_id, l.sheet_id, l.employee_id, (
    SELECT bool_or(o.state IN ('sent', 'paid')) OR bool_and(o.state = 'planned')
    FROM payout_states o WHERE o.line_id = l.id) AS stands
  FROM sheet_lines l;

-- Addresses and bank accounts that changed: their history, who holds and who releases them.

-- Rows of these tables are only added, and each is under a MAC: nobody with a role of the program takes a
-- hold away, shortens it or says that it was released. A first address has no row, nor has a first account,
-- except where somebody who was paid before comes back with another one.
CREATE TABLE employee_destinations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ADDRESS', 'ACCOUNT')),
  -- The employee's version that brought the address or the account.
  version integer NOT NULL,
  address text NOT NULL,
  script_pubkey bytea NOT NULL,
  bank text NOT NULL,
  bank_account text NOT NULL,
  -- The destination before; of somebody who came back the one last paid.
  previous_address text NOT NULL,
  previous_bank text NOT NULL,
  previous_account text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- null: the employee, on the own page.
  changed_by uuid,
  via text NOT NULL CHECK (via IN ('FORM', 'CSV', 'EMPLOYEE', 'API')),
  ip text,
  -- Until then nothing is paid to it, unless somebody else releases it; null: it does not wait.
  hold_until timestamptz(3),
  hold_reason text CHECK (hold_reason IN ('ADDRESS', 'ACCOUNT', 'CONTACT')),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT employee_destinations_changer_check CHECK ((changed_by IS NULL) = (via = 'EMPLOYEE')),
  CONSTRAINT employee_destinations_hold_check CHECK ((hold_until IS NULL) = (hold_reason IS NULL)),
  -- A row is about one destination.
  CONSTRAINT employee_destinations_one_check CHECK (CASE kind
    WHEN 'ADDRESS' THEN '' = ALL (ARRAY[bank, bank_account, previous_bank, previous_account])
    ELSE address = '' AND length(script_pubkey) = 0 AND previous_address = '' END),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id),
  FOREIGN KEY (company_id, changed_by) REFERENCES users (company_id, id)
);
CREATE INDEX employee_destinations_employee_idx ON employee_destinations (employee_id, version DESC);
CREATE INDEX employee_destinations_hold_idx ON employee_destinations (company_id, hold_until)
  WHERE hold_until IS NOT NULL;

-- E-mails and telephone numbers as they were before each change: a change of both, contact first, is how
-- salaries are diverted, and the former ones are told. Rows are only added, each under a MAC.
CREATE TABLE employee_contacts (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  -- They are the former id's, where somebody came back under another one.
  previous_email text NOT NULL,
  previous_phone text NOT NULL,
  previous_email_since timestamptz(3) NOT NULL,
  previous_phone_since timestamptz(3) NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  at timestamptz(3) NOT NULL,
  changed_by uuid NOT NULL,
  via text NOT NULL CHECK (via IN ('FORM', 'CSV', 'EMPLOYEE', 'API')),
  ip text,
  -- A first e-mail or number replaces nobody's.
  replaces boolean NOT NULL GENERATED ALWAYS AS (
    (previous_email <> '' AND lower(previous_email) <> lower(email))
    OR (previous_phone <> '' AND previous_phone <> phone)) STORED,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id),
  FOREIGN KEY (company_id, changed_by) REFERENCES users (company_id, id)
);
CREATE INDEX employee_contacts_employee_idx ON employee_contacts (employee_id, at DESC);

-- Who added somebody to a payroll, took him or her out, or changed salary, name, share or pay frequency. It
-- is shown, and a share that the company changed keeps a prepared payday from being paid. A row without a true MAC does
-- neither. The people with whom a list begins have no rows: nothing is compared with a payroll never paid.
CREATE TABLE employee_changes (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- null: of every payroll, as salary and name, or of a person who was deleted.
  payroll_id uuid,
  kind text NOT NULL CHECK (kind IN ('ADDED', 'LEFT', 'SALARY', 'NAME', 'SHARE', 'FREQUENCY')),
  at timestamptz(3) NOT NULL,
  -- null: the employee, on the own page.
  changed_by uuid,
  via text NOT NULL CHECK (via IN ('FORM', 'CSV', 'EMPLOYEE', 'API')),
  ip text,
  -- The employee's version that the change brought: a payday asks who changed something since it was last paid.
  version integer,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT employee_changes_changer_check CHECK ((changed_by IS NULL) = (via = 'EMPLOYEE')),
  CONSTRAINT employee_changes_version_check CHECK ((version IS NULL) = (kind IN ('ADDED', 'LEFT'))),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, changed_by) REFERENCES users (company_id, id)
);
CREATE INDEX employee_changes_employee_idx ON employee_changes (employee_id, kind, id DESC);

-- Somebody else than who changed it has released the address or the account of this version, and of those
-- before.
CREATE TABLE destination_releases (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  -- Empty for a release of the other destination.
  address text NOT NULL,
  bank text NOT NULL,
  bank_account text NOT NULL,
  -- null: the employee, by a code over the channel by which the link did not come.
  released_by uuid,
  at timestamptz(3) NOT NULL,
  -- 'ALONE': nobody else may, and 24 hours have passed.
  kind text NOT NULL CHECK (kind IN ('CODE', 'PASSKEY', 'ALONE', 'EMPLOYEE')),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT destination_releases_releaser_check
    CHECK ((released_by IS NULL) = (kind = 'EMPLOYEE')),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id),
  FOREIGN KEY (company_id, released_by) REFERENCES users (company_id, id)
);
CREATE INDEX destination_releases_employee_idx ON destination_releases (employee_id);

-- The employee says that the address of this version is not his or hers.
CREATE TABLE address_reports (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  at timestamptz(3) NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);
CREATE INDEX address_reports_company_idx ON address_reports (company_id, employee_id);

-- The links of mails and text messages by which their reader reports a change, or confirms that of a contact,
-- signed in or not.
CREATE TABLE address_report_links (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- The version that changed the address, a contact, or both.
  version integer NOT NULL,
  -- The former e-mail or number to which it was sent.
  recipient text NOT NULL,
  created_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);
CREATE INDEX address_report_links_created_idx ON address_report_links (created_at);

-- Former contacts of people whose address waits or whose contact changed, who are not told yet: the worker
-- writes to them.
CREATE TABLE address_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies,
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  emails text[] NOT NULL,
  phones text[] NOT NULL
);

-- Employees' own page: links and sessions without an account, consents, and whether payments arrived.

-- Who has a number that asked for a link, in all companies.
CREATE INDEX employees_anywhere_phone_idx ON employees (phone)
  WHERE phone <> '' AND deleted_at IS NULL;

-- Contacts that asked for a link. The worker finds out whom they belong to, so that a thief who asks learns
-- it neither from the answer nor from its time.
CREATE TABLE employee_link_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  via message_channel NOT NULL,
  contact text NOT NULL,
  language text NOT NULL CHECK (language IN ('es', 'en', 'it', 'pt')),
  at timestamptz NOT NULL
);

-- Links to the page, of 32 random bytes. The contact says whom they are for; those of an invitation are
-- for its company alone.
CREATE TABLE employee_links (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  company_id uuid REFERENCES companies,
  via message_channel NOT NULL,
  contact text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE INDEX employee_links_created_idx ON employee_links (created_at);

CREATE TABLE employee_sessions (
  id uuid PRIMARY KEY,
  sha256 bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- The contact of the link that opened it. A session ends with it.
  via message_channel NOT NULL,
  contact text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);
CREATE INDEX employee_sessions_created_idx ON employee_sessions (created_at);

-- Codes of six digits over the channel by which the link did not come. A later one voids the earlier.
CREATE TABLE employee_codes (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  session_id uuid NOT NULL REFERENCES employee_sessions ON DELETE CASCADE,
  via message_channel NOT NULL,
  recipient text NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  voided_at timestamptz,
  used_at timestamptz,
  CONSTRAINT employee_codes_ended_once_check CHECK (voided_at IS NULL OR used_at IS NULL),
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);
CREATE TRIGGER employee_codes_count_up BEFORE UPDATE ON employee_codes
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker') AND NEW.tries < OLD.tries)
  EXECUTE FUNCTION keep_newest_row();
CREATE UNIQUE INDEX employee_codes_one_live ON employee_codes (session_id)
  WHERE voided_at IS NULL AND used_at IS NULL;

-- A company's own texts. Version 1 of each language ships with the program.
CREATE TABLE consent_texts (
  company_id uuid NOT NULL,
  language text NOT NULL CHECK (language IN ('es', 'en', 'it', 'pt')),
  version integer NOT NULL CHECK (version > 1),
  text text NOT NULL,
  created_by uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, language, version),
  FOREIGN KEY (company_id, created_by) REFERENCES users (company_id, id)
);

-- Consents that people gave or took back. Rows are only added, each under a MAC; the newest holds.
CREATE TABLE employee_consents (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  agreed boolean NOT NULL,
  text_version integer NOT NULL,
  language text NOT NULL CHECK (language IN ('es', 'en', 'it', 'pt')),
  bitcoin_percent smallint NOT NULL CHECK (bitcoin_percent BETWEEN 0 AND 100),
  -- The first 8 bytes of the SHA-256 of the address, as hexadecimal digits; '' where there is none.
  address_fingerprint text NOT NULL,
  at timestamptz(3) NOT NULL,
  ip text,
  -- The administrator who has it on paper; null: the employee.
  by_user uuid,
  note text NOT NULL DEFAULT '',
  mac bytea NOT NULL CHECK (length(mac) = 32),
  -- The order of the answers: a clock can be set back, and two answers can have one time.
  position bigint GENERATED ALWAYS AS IDENTITY,
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id),
  FOREIGN KEY (company_id, by_user) REFERENCES users (company_id, id)
);
CREATE INDEX employee_consents_employee_idx ON employee_consents (employee_id, position DESC);
CREATE INDEX employee_consents_refused_idx ON employee_consents (company_id) WHERE NOT agreed;

-- Answers of people on whether their payment arrived. They change no money, but a yes closes what stood open
-- about a new e-mail or phone, so they are under a MAC and no earlier answer comes back.
CREATE TABLE arrivals (
  line_id uuid PRIMARY KEY REFERENCES sheet_lines,
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  script_pubkey bytea NOT NULL,
  -- The latest answer.
  arrived boolean NOT NULL,
  at timestamptz NOT NULL,
  -- The first yes confirms the address, whatever is said later.
  first_yes_at timestamptz,
  -- The company hears of a no once.
  notified_at timestamptz,
  mac bytea NOT NULL,
  FOREIGN KEY (company_id, employee_id) REFERENCES employees (company_id, id)
);
CREATE INDEX arrivals_employee_idx ON arrivals (employee_id);
CREATE TRIGGER arrivals_go_forward BEFORE UPDATE ON arrivals
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker') AND NEW.at < OLD.at)
  EXECUTE FUNCTION keep_newest_row();

-- Invitations of everybody who was not invited yet, or of those of one payroll: the worker goes through
-- the people, and on after a restart.
CREATE TABLE employee_invitations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  payroll_id uuid,
  requested_by uuid NOT NULL,
  total integer NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  -- The last of the people that were looked at, newest first.
  reached uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id)
);
CREATE UNIQUE INDEX employee_invitations_one_open ON employee_invitations (company_id)
  WHERE ended_at IS NULL;
CREATE INDEX employee_invitations_company_idx ON employee_invitations (company_id, id DESC);

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
  -- An order that ended unsigned is not begun once a later one of its payroll, kind and period was.
  order_id uuid NOT NULL,
  order_kind text NOT NULL CHECK (order_kind IN ('payment', 'withdrawal', 'consolidation')),
  -- Null: a sweep, which comes neither before nor after another order.
  order_number bigint,
  -- The caps count each company by itself; a payroll that was signed for stays its company's.
  company_id uuid NOT NULL,
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
  -- The whole order's dollars for the tiers of a day, and the sheet that was approved.
  order_usd_cents bigint NOT NULL CHECK (order_usd_cents >= 0),
  sheet_sha256 bytea NOT NULL CHECK (length(sheet_sha256) = 32),
  -- The period that its order claims: nobody in "paid" is signed for once more in it.
  period_key text,
  signed_at timestamptz NOT NULL DEFAULT now(),
  number bigint UNIQUE CHECK (number > 0),
  mac bytea CHECK (length(mac) = 32)
);
CREATE INDEX signatures_signed_at_idx ON signer.signatures (signed_at);
CREATE INDEX signatures_payroll_idx ON signer.signatures (payroll_id, order_number);
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

-- The versions of people's pay terms that the signer has signed, each with the first order under which it
-- did. An order that was made later is signed with none that is older.
CREATE TABLE signer.signed_terms (
  employee_id uuid NOT NULL,
  version integer NOT NULL,
  company_id uuid NOT NULL,
  order_number bigint NOT NULL,
  PRIMARY KEY (employee_id, version)
);

-- Rules, approvers and passkeys of a company whose money moves by passkeys alone, as the signer took them
-- over; the highest version holds. Under a key that only the seed gives: neither the api's role nor the
-- MAC key makes one (server/signer/authority/).
CREATE TABLE signer.authorities (
  company_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- A JSON text, as its MAC has it.
  document text NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, version)
);

-- The end of a company's rules, at the word of the operator who typed the seed's words (npm run
-- company:end-rules -- … --with-seed). Under a key that only the seed gives, so the signer believes it; the
-- worker notes what it has done about it.
CREATE TABLE rule_endings (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies,
  requested_at timestamptz NOT NULL,
  effective_at timestamptz NOT NULL CHECK (effective_at > requested_at),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  -- Everybody was told that it comes.
  announced_at timestamptz,
  -- The company's own row asks for no approvals any more.
  applied_at timestamptz
);
CREATE INDEX rule_endings_company_idx ON rule_endings (company_id);

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

-- Released orders of dollars, and marks of dollars, that stand in the signing record: the signer alone
-- writes them, and no list for a bank holds dollars without.
CREATE TABLE noted_dollars (
  -- The id of an order, or of a mark.
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  -- The sheet that was released, and its dollars; nulls: a mark.
  sheet_sha256 bytea CHECK (length(sheet_sha256) = 32),
  usd_cents bigint CHECK (usd_cents > 0),
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT noted_dollars_order_check CHECK ((sheet_sha256 IS NULL) = (usd_cents IS NULL))
);
CREATE INDEX noted_dollars_company_idx ON noted_dollars (company_id, at);

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

-- Brings the ledger and the balances of payrolls up to date with their UTXOs: refreshBalances of
-- features/chain/books. A function, because PostgreSQL keeps the plans of its statements for each
-- connection: they took longer to plan than to run, twice between the press of a payment and the mempool.
CREATE FUNCTION refresh_balances(ids uuid[], coinbase_maturity integer) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  -- From this lock on, the second of two SQL transactions that change UTXOs of one payroll sees the
  -- first one's work.
  PERFORM FROM payroll_balances WHERE payroll_id = ANY(ids) ORDER BY payroll_id FOR NO KEY UPDATE;

  -- The ledger. The event of a transaction is the amount that it should have moved, less the amount
  -- already written; its entries sum to zero. A deposit, a reservation, a payment and the reversal of each
  -- are all such differences. So no caller has to announce them, and a change applied twice is written once.
  WITH due AS (
    DELETE FROM ledger_queue WHERE payroll_id = ANY(ids)
    RETURNING payroll_id, txid, transaction_id
  ),
  keys AS (
    SELECT d.payroll_id, d.txid, t.id AS transaction_id
    FROM due d LEFT JOIN transactions t ON t.txid = d.txid AND t.payroll_id = d.payroll_id
    WHERE d.txid IS NOT NULL
    UNION
    SELECT d.payroll_id, t.txid, t.id
    FROM due d JOIN transactions t ON t.id = d.transaction_id
  ),
  kept AS (
    SELECT r.payroll_id, r.transaction_id, sum(c.sats) AS sats
    FROM reservations r JOIN utxos c USING (payroll_id, txid, vout)
    WHERE r.payroll_id = ANY(ids) AND c.spent_by_txid IS NULL
    GROUP BY r.payroll_id, r.transaction_id
  ),
  effects AS (
    SELECT k.payroll_id, k.transaction_id,
      CASE WHEN k.transaction_id IS NULL THEN k.txid END AS foreign_txid,
      made.sats - spent.sats AS held,
      coalesce(kept.sats, 0) AS reserved,
      CASE WHEN spent.sats > 0 AND t.type = 'send' THEN t.sats ELSE 0 END AS salaries,
      CASE WHEN spent.sats > 0 AND t.type != 'receive' THEN coalesce(t.fee_sats, 0) ELSE 0 END AS fees
    FROM keys k
    LEFT JOIN transactions t ON t.id = k.transaction_id
    LEFT JOIN kept ON kept.payroll_id = k.payroll_id AND kept.transaction_id = k.transaction_id,
    LATERAL (SELECT coalesce(sum(sats), 0) AS sats FROM utxos c
      WHERE c.txid = k.txid AND c.payroll_id = k.payroll_id) AS made,
    LATERAL (SELECT coalesce(sum(sats), 0) AS sats FROM utxos c
      WHERE c.spent_by_txid = k.txid AND c.payroll_id = k.payroll_id) AS spent
  ),
  differences AS (
    SELECT payroll_id, transaction_id, foreign_txid, account, sum(sats)::bigint AS sats,
      uuidv7() AS candidate
    FROM (
      SELECT e.payroll_id, e.transaction_id, e.foreign_txid, a.account::ledger_account, a.sats
      FROM effects e, LATERAL (VALUES
        ('wallet', e.held - e.reserved), ('reserved', e.reserved), ('salaries', e.salaries),
        ('fees', e.fees), ('outside', -(e.held + e.salaries + e.fees))) AS a (account, sats)
      UNION ALL
      SELECT l.payroll_id, l.transaction_id, l.foreign_txid, l.account, -l.amount_sats
      FROM (SELECT DISTINCT payroll_id, transaction_id FROM keys) AS k
      JOIN ledger_entries l USING (payroll_id, transaction_id)
      UNION ALL
      SELECT l.payroll_id, l.transaction_id, l.foreign_txid, l.account, -l.amount_sats
      FROM (SELECT DISTINCT payroll_id, txid FROM keys) AS k
      JOIN ledger_entries l ON l.payroll_id = k.payroll_id AND l.foreign_txid = k.txid
    ) AS either
    GROUP BY payroll_id, transaction_id, foreign_txid, account
    HAVING sum(sats) != 0
  ),
  events AS (
    SELECT payroll_id, transaction_id, foreign_txid, account, sats,
      first_value(candidate) OVER event AS event_id,
      sum(sats) FILTER (WHERE account = 'fees') OVER event AS fees,
      sum(sats) FILTER (WHERE account = 'reserved') OVER event AS reserved,
      sum(sats) FILTER (WHERE account = 'outside') OVER event AS outside
    FROM differences
    WINDOW event AS (PARTITION BY payroll_id, transaction_id, foreign_txid)
  )
  INSERT INTO ledger_entries
    (event_id, company_id, payroll_id, transaction_id, foreign_txid, kind, account, amount_sats)
  SELECT e.event_id, b.company_id, e.payroll_id, e.transaction_id, e.foreign_txid,
    (CASE
      WHEN e.fees > 0 AND t.type = 'withdrawal' THEN 'withdrawal'
      WHEN e.fees > 0 THEN 'payment'
      WHEN e.fees < 0 THEN 'reversal'
      WHEN e.reserved > 0 THEN 'reservation'
      WHEN e.reserved < 0 THEN 'release'
      WHEN t.type IS NULL AND e.outside > 0 THEN 'foreign'
      WHEN t.type = 'receive' AND e.outside < 0 THEN 'deposit'
      WHEN t.type IS NULL OR t.type = 'receive' THEN 'reversal'
      ELSE 'correction' END)::ledger_kind,
    e.account, e.sats
  FROM events e
  JOIN payroll_balances b ON b.payroll_id = e.payroll_id
  LEFT JOIN transactions t ON t.id = e.transaction_id
  ORDER BY e.event_id, e.account;

  -- `balance` counts what the mempool shows; `confirmed` the UTXOs in a block that no known transaction
  -- spends; `spendable` those of them that are mature and not reserved.
  WITH tip AS (SELECT coalesce(max(height), 0) AS height FROM blocks),
  reserved AS MATERIALIZED (
    SELECT payroll_id, txid, vout FROM reservations WHERE payroll_id = ANY(ids)
  ),
  unspent AS (
    SELECT c.payroll_id,
      sum(c.sats) AS balance,
      sum(c.sats) FILTER (WHERE c.height IS NOT NULL) AS confirmed,
      sum(c.sats) FILTER (WHERE c.height IS NOT NULL AND r.txid IS NULL
        AND (NOT c.coinbase OR c.height <= tip.height - coinbase_maturity + 1)) AS spendable
    FROM tip, utxos c LEFT JOIN reserved r USING (payroll_id, txid, vout)
    WHERE c.payroll_id = ANY(ids) AND c.spent_height IS NULL AND c.spent_by_txid IS NULL
    GROUP BY c.payroll_id
  ),
  received AS (
    SELECT payroll_id, sum(sats) AS received FROM utxos
    WHERE payroll_id = ANY(ids) AND NOT change
    GROUP BY payroll_id
  )
  UPDATE payroll_balances b SET
    balance_sats = coalesce(u.balance, 0),
    confirmed_sats = coalesce(u.confirmed, 0),
    spendable_sats = coalesce(u.spendable, 0),
    -- The greater value: where foreign UTXOs take part in an untracked spend, its change may be more than
    -- our UTXOs were.
    received_sats = greatest(coalesce(r.received, 0), coalesce(u.balance, 0))
  FROM payrolls p
  LEFT JOIN unspent u ON u.payroll_id = p.id
  LEFT JOIN received r ON r.payroll_id = p.id
  WHERE b.payroll_id = p.id AND p.id = ANY(ids);
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

-- Ends a message that waits, and empties it. Nobody can change one in another way, or take it away.
CREATE FUNCTION end_message(message uuid, outcome text, why text, keeps_texts boolean) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE messages
  SET state = outcome, failure = why, completed_at = now(),
    sealed = CASE WHEN keeps_texts THEN sealed END
  WHERE id = message AND state = 'queued'
$$;
REVOKE EXECUTE ON FUNCTION end_message FROM PUBLIC;

-- Events of money that may need a notification, noted by triggers in the SQL transaction in which they
-- happen, so that no block waits for mails to be written. The worker takes them from here.
CREATE TABLE money_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  kind text NOT NULL CHECK (kind IN ('confirmed', 'removed', 'failed', 'rejected', 'approval',
    'operator', 'fee', 'revived', 'reorganised')),
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
  -- null: the employee whom it is about.
  user_id uuid,
  ip text,
  at timestamptz NOT NULL,
  changes jsonb NOT NULL CHECK (jsonb_array_length(changes) BETWEEN 1 AND 10),
  count integer NOT NULL,
  CONSTRAINT pay_data_changes_count_check CHECK (count >= jsonb_array_length(changes)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Receipts: what each employee of a run gets in hand.

-- The last number of a company's year. Its row is locked while numbers are taken, so that none is lost.
CREATE TABLE receipt_counters (
  company_id uuid NOT NULL REFERENCES companies,
  year smallint NOT NULL,
  last integer NOT NULL DEFAULT 0 CHECK (last >= 0),
  PRIMARY KEY (company_id, year)
);

-- A receipt is of the transaction that pays a line, or of a line all in dollars. It is void while no block
-- holds that transaction; when one does again, its number counts again. One in dollars follows its whole
-- run, unless the bank has paid it.
CREATE TABLE receipts (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  line_id uuid NOT NULL REFERENCES sheet_lines,
  year smallint NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  txid bytea CHECK (length(txid) = 32),
  vout integer CHECK (vout >= 0),
  -- Everything that the document says (server/features/receipts/facts.ts).
  facts jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  voided_at timestamptz,
  UNIQUE (company_id, year, number),
  CONSTRAINT receipts_transaction_key UNIQUE NULLS NOT DISTINCT (line_id, txid),
  CONSTRAINT receipts_output_check CHECK ((txid IS NULL) = (vout IS NULL)),
  FOREIGN KEY (company_id, sheet_id) REFERENCES sheets (company_id, id)
);
CREATE UNIQUE INDEX receipts_one_valid ON receipts (line_id) WHERE voided_at IS NULL;
CREATE INDEX receipts_sheet_idx ON receipts (sheet_id, id);

-- The one message that brings a line's receipt, and the one that says that the payment is on its way again.
CREATE TABLE receipt_messages (
  line_id uuid PRIMARY KEY REFERENCES sheet_lines,
  company_id uuid NOT NULL REFERENCES companies,
  message_id uuid NOT NULL REFERENCES messages,
  on_its_way_at timestamptz
);

-- Runs whose receipts may have to be issued or voided, noted by triggers in the SQL transaction of the
-- cause. No foreign key: it would lock the row of a run that is being paid.
CREATE TABLE receipts_due (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id uuid NOT NULL,
  sheet_id uuid NOT NULL
);

-- A transaction came into a block or left one.
CREATE FUNCTION note_receipts_of_transaction() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO receipts_due (company_id, sheet_id)
    SELECT NEW.company_id, NEW.sheet_id WHERE NEW.sheet_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_to_receipt_made AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NEW.height IS NOT NULL AND NEW.sheet_id IS NOT NULL)
  EXECUTE FUNCTION note_receipts_of_transaction();
CREATE TRIGGER transactions_to_receipt_moved AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (NEW.type IN ('send', 'cancel')
    AND ((OLD.height IS NULL) <> (NEW.height IS NULL) OR OLD.sheet_id IS DISTINCT FROM NEW.sheet_id))
  EXECUTE FUNCTION note_receipts_of_transaction();

-- A run that has no transaction, or whose last one is in a block.
CREATE FUNCTION note_receipts_of_sheet() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO receipts_due (company_id, sheet_id) VALUES (NEW.company_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER sheets_to_receipt_made AFTER INSERT ON sheets
  FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL) EXECUTE FUNCTION note_receipts_of_sheet();
CREATE TRIGGER sheets_to_receipt_closed AFTER UPDATE OF closed_at ON sheets
  FOR EACH ROW WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL AND NEW.given_up_at IS NULL)
  EXECUTE FUNCTION note_receipts_of_sheet();

-- A transfer of the bank was marked, or its mark was taken back.
CREATE FUNCTION note_receipts_of_dollars() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO receipts_due (company_id, sheet_id)
    SELECT r.company_id, r.sheet_id FROM receipts r
    WHERE r.line_id = NEW.line_id AND r.txid IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER payouts_to_receipt AFTER UPDATE OF paid_at ON payouts
  FOR EACH ROW WHEN (OLD.paid_at IS DISTINCT FROM NEW.paid_at) EXECUTE FUNCTION note_receipts_of_dollars();

-- Audit: who did what, when and from where.

-- Rows are only ever added; the worker seals each within seconds into its company's chain of hashes, and
-- the program cannot change a sealed one. One without a true MAC is not the program's, and never sealed.
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
  mac bytea CHECK (length(mac) = 32),
  -- Noted by a trigger, which has no key; no role of the program may say so.
  by_trigger boolean NOT NULL DEFAULT false,
  position bigint CHECK (position > 0),
  hash bytea CHECK (length(hash) = 32),
  UNIQUE (company_id, position),
  CONSTRAINT audit_events_sealed_check CHECK ((position IS NULL) = (hash IS NULL)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX audit_events_unsealed_idx ON audit_events (company_id, id) WHERE position IS NULL;
CREATE INDEX audit_events_transaction_idx ON audit_events ((detail ->> 'transaction'))
  WHERE action = 'transaction.stateChanged';

CREATE FUNCTION refuse_sealed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit event % is sealed', OLD.id;
END $$;
-- Another key makes another MAC.
CREATE TRIGGER audit_events_sealed
  BEFORE UPDATE OF id, company_id, user_id, at, action, subject, detail, ip, by_trigger, position, hash
  ON audit_events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL) EXECUTE FUNCTION refuse_sealed_change();

-- The end of each company's chain: without it, losing the newest events would not show.
CREATE TABLE audit_chains (
  company_id uuid PRIMARY KEY REFERENCES companies,
  position bigint NOT NULL CHECK (position >= 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  mac bytea NOT NULL
);
CREATE TRIGGER audit_chains_go_forward BEFORE UPDATE ON audit_chains
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (NEW.position < OLD.position OR NEW.company_id != OLD.company_id))
  EXECUTE FUNCTION keep_newest_row();

-- Operations: repeated requests, rate limits, restored backups, the sandbox.

-- Answers kept for 24 hours under the key that their request carried, by its user, method and path. A row
-- without a true MAC is none: it would spare a request its code.
CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  status smallint,
  answer text,
  -- The payment of a run-payment that was not answered yet.
  sheet_id uuid,
  created_at timestamptz(3) NOT NULL,
  mac bytea NOT NULL,
  PRIMARY KEY (company_id, user_id, key, method, path),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  CONSTRAINT idempotency_keys_answer_check CHECK ((status IS NULL) = (answer IS NULL)),
  FOREIGN KEY (company_id, sheet_id) REFERENCES sheets (company_id, id)
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

-- Counts of wrong passwords, codes and links. Who lowered one, or began it once more, could guess on: nobody
-- takes a row away until it has rested for a day, and each change is the row's next version.
CREATE TABLE guess_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  -- A row of an earlier life does not come back.
  born_at timestamptz(3) NOT NULL,
  version integer NOT NULL,
  mac bytea NOT NULL,
  touched_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX guess_counts_touched_idx ON guess_counts (touched_at);
CREATE FUNCTION touch_guess_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user IN ('quincena_app', 'quincena_worker')
    AND NEW.version != (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE OLD.version + 1 END) THEN
    RAISE EXCEPTION 'a former row of % does not come back', TG_TABLE_NAME;
  END IF;
  NEW.touched_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER guess_counts_go_forward BEFORE INSERT OR UPDATE ON guess_counts
  FOR EACH ROW EXECUTE FUNCTION touch_guess_count();
CREATE FUNCTION delete_old_guess_counts() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  DELETE FROM guess_counts WHERE touched_at < now() - interval '1 day'
$$;

-- Each time that somebody has said that this database is a restored backup: which indexes of addresses
-- were skipped, since they may have been handed out, and up to which block nothing is paid.
CREATE TABLE restorations (
  at timestamptz PRIMARY KEY DEFAULT now(),
  first_receive_index integer NOT NULL,
  last_receive_index integer NOT NULL,
  first_change_index integer NOT NULL,
  last_change_index integer NOT NULL,
  hold_until_height integer NOT NULL,
  -- The signing record said whose dollars were released since the backup.
  dollars_known boolean NOT NULL DEFAULT false
);

-- Encrypted backups that npm run backup has written and kept, as the owner; screens say when the last one was.
CREATE TABLE backups (
  name text PRIMARY KEY,
  -- The moment that it shows.
  at timestamptz NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  -- When the signing record was copied to its own place with it; null: it was not.
  record_at timestamptz,
  -- When it was last restored into a throw-away database, and its sums agreed.
  proven_at timestamptz
);
CREATE INDEX backups_at_idx ON backups (at);

CREATE TABLE sandbox_settings (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  fixed_usd_cents_per_btc bigint,
  auto_mining boolean NOT NULL DEFAULT false
);
INSERT INTO sandbox_settings DEFAULT VALUES;

-- Rights.

-- The api, and the worker by way of it. Payments are never deleted, and only the columns that the
-- program changes can be changed; accounts are not deleted, for they could be written once more.
GRANT SELECT, INSERT, UPDATE ON companies, users, team_invitations TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  sessions, session_tokens, mfa_challenges, reset_links, sign_up_invitations, freeze_links, verification_codes,
  former_channels, device_cookies, known_networks, failed_sign_ins TO quincena_app;

GRANT SELECT, INSERT, UPDATE ON code_guards TO quincena_app;
-- Without a row the next browser would be the first, of which nobody is told.
GRANT SELECT, INSERT ON known_devices TO quincena_app;

-- Factors keep their owner and what they are; only what changes by their use or removal can be changed.
GRANT SELECT, INSERT, UPDATE (counter, backed_up, name, last_used_at, removed_at, version, mac)
  ON passkeys TO quincena_app;
GRANT SELECT, INSERT, UPDATE (sealed, confirmed_at, last_step, pending_sealed, pending_at, version, mac)
  ON totp_secrets TO quincena_app;
GRANT SELECT, INSERT, UPDATE (codes, created_at, version, mac) ON recovery_codes TO quincena_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON webauthn_challenges TO quincena_app;

GRANT SELECT, INSERT, UPDATE ON employees TO quincena_app;
-- The address that a company is asked to fund stays the payroll's.
GRANT SELECT, INSERT, UPDATE (name, description, type, deleted_at, version, mac) ON payrolls TO quincena_app;
GRANT SELECT, INSERT, UPDATE (ended, changed_by, version, mac) ON payroll_employees TO quincena_app;
GRANT SELECT ON payroll_members TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON imports, import_rows TO quincena_app;
GRANT SELECT, INSERT, DELETE ON payroll_totals TO quincena_app;
GRANT SELECT, INSERT, UPDATE (accepted_at, version, mac) ON accepted_shared_addresses TO quincena_app;
-- Plans made for an empty table are bad ones for a million rows that came a second ago.
GRANT MAINTAIN ON employees, payroll_employees, import_rows TO quincena_app;

-- No notice of a payday is unsaid.
GRANT SELECT, INSERT, UPDATE (every, days, weekday, hour, time_zone, when_closed, saturdays, starts_on,
  ends_on, mode, switched_on_at, saves, ended, version, mac) ON schedules TO quincena_app;
-- No row makes room for a former one: its id and its period stay.
GRANT SELECT, INSERT, UPDATE (nominal_day, due_at, time_zone, moved_reason, moved_name, moved_by_hand, mode,
  skipped_at, skip_reason, skipped_by, held_at, held_reason, missed_at, missed_reason, draft_id,
  created_at, ended, version, mac) ON occurrences TO quincena_app;
GRANT SELECT, INSERT, UPDATE (name, ended, version, mac) ON closed_days TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_feeds TO quincena_app;
GRANT SELECT, INSERT ON occurrence_notices TO quincena_app;
-- Lines are never changed: a saving replaces all of them, under the draft's MAC. A draft ends, and stays.
GRANT SELECT, INSERT, DELETE ON draft_lines TO quincena_app;
GRANT SELECT, INSERT, UPDATE (ended, version, lines_sha256, mac) ON drafts TO quincena_app;

GRANT SELECT ON wallet_account, blocks, node_status, prices TO quincena_app;
-- A restored wallet, and one that is ahead of its records, hand out no address that was used.
GRANT USAGE, SELECT, UPDATE ON SEQUENCE receive_index, change_index TO quincena_app;
-- An address keeps its payroll, and a payroll its company: the signer goes by that.
GRANT SELECT, INSERT ON addresses TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON utxos, payroll_balances TO quincena_app;

GRANT SELECT, INSERT, UPDATE ON sheets, withdrawals, orders, transactions TO quincena_app;
GRANT SELECT, INSERT, UPDATE (number) ON order_counts TO quincena_app;
GRANT SELECT, INSERT ON approvals, approval_reminders TO quincena_app;
GRANT SELECT, INSERT, UPDATE (state, approved_at, effective_at, ended_at, rejection_reason)
  ON change_orders TO quincena_app;
-- A sheet is never changed: another one takes its place.
GRANT SELECT, INSERT, DELETE ON payday_sheets, payday_sheet_lines TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON approval_challenges TO quincena_app;
GRANT SELECT, INSERT ON sheet_lines TO quincena_app;
GRANT SELECT, INSERT, UPDATE (sats, sent_at, sent_by, paid_at, reference, marked_by)
  ON payouts TO quincena_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON transaction_inputs TO quincena_app;
GRANT SELECT, INSERT, UPDATE (vout) ON transaction_outputs TO quincena_app;
GRANT SELECT, INSERT ON sheet_left_out, fee_confirmations TO quincena_app;
GRANT SELECT, INSERT ON dollar_marks TO quincena_app;
GRANT SELECT, INSERT, DELETE ON sheet_previews, period_claims TO quincena_app;
GRANT SELECT ON payout_states, line_states, sheet_states, reservations, uncounted_runs, given_up, signer_status,
  noted_dollars, restored_people TO quincena_app;

GRANT SELECT, INSERT ON employee_destinations, employee_contacts, employee_changes, destination_releases,
  address_reports TO quincena_app;
GRANT SELECT, INSERT, DELETE ON address_report_links TO quincena_app;
-- An intruder in the part that serves HTTP cannot delete pending notices.
GRANT INSERT ON address_notices TO quincena_app;

-- Nobody unsays a consent but by another one.
GRANT SELECT, INSERT ON consent_texts, employee_consents TO quincena_app;
GRANT SELECT, INSERT, UPDATE (arrived, at, first_yes_at, notified_at, mac) ON arrivals TO quincena_app;
GRANT SELECT, INSERT, UPDATE (sent, reached, ended_at) ON employee_invitations TO quincena_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON employee_links TO quincena_app;
GRANT SELECT, INSERT, UPDATE (ended_at), DELETE ON employee_sessions TO quincena_app;
GRANT SELECT, INSERT, UPDATE (tries, voided_at, used_at), DELETE ON employee_codes TO quincena_app;
-- An intruder in the part that serves HTTP does not learn who asked.
GRANT INSERT ON employee_link_requests TO quincena_app;
GRANT SELECT, UPDATE, DELETE ON employee_link_requests TO quincena_worker;

GRANT SELECT, INSERT ON ledger_entries TO quincena_app;
GRANT SELECT, INSERT, DELETE ON ledger_queue TO quincena_app;
GRANT SELECT, INSERT, UPDATE ON money_breaches TO quincena_app;

-- Nobody unsays a message; the worker alone ends one.
GRANT SELECT, INSERT ON messages TO quincena_app;
GRANT EXECUTE ON FUNCTION end_message TO quincena_worker;
GRANT SELECT, INSERT ON approval_notices TO quincena_app;
-- An intruder in the part that serves HTTP cannot delete pending notices. UPDATE for its locks alone.
GRANT INSERT ON money_events TO quincena_app;
GRANT SELECT, INSERT ON sent_notifications TO quincena_app;
-- An intruder in the part that serves HTTP cannot delete pending notices.
GRANT INSERT ON pay_data_changes TO quincena_app;

-- The worker alone seals, and nobody takes an event away.
GRANT SELECT, INSERT (id, company_id, user_id, at, action, subject, detail, ip, mac)
  ON audit_events TO quincena_app;
GRANT SELECT ON audit_chains TO quincena_app;
GRANT UPDATE (position, hash) ON audit_events TO quincena_worker;
GRANT INSERT, UPDATE (position, hash, mac) ON audit_chains TO quincena_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys, rate_limits, sandbox_settings
  TO quincena_app;
GRANT SELECT, INSERT, UPDATE (count, since, until, version, mac) ON guess_counts TO quincena_app;
GRANT SELECT ON restorations, backups TO quincena_app;
-- Processes that run compare versions with it; only the owner migrates.
GRANT SELECT ON migrations TO quincena_app, quincena_signer;

-- The worker alone writes what the program learns from outside, so that an intruder in the api sets no
-- price.
GRANT INSERT, DELETE ON prices TO quincena_worker;
GRANT INSERT, UPDATE, DELETE ON node_status, blocks TO quincena_worker;
GRANT SELECT, DELETE ON pay_data_changes TO quincena_worker;
GRANT SELECT, UPDATE, DELETE ON money_events TO quincena_worker;
GRANT SELECT, UPDATE, DELETE ON address_notices TO quincena_worker;

-- Receipts keep what they say: they are issued by the worker alone, and only voided or valid.
GRANT SELECT ON receipts TO quincena_app;
GRANT INSERT, UPDATE (voided_at) ON receipts TO quincena_worker;
GRANT SELECT, INSERT, UPDATE (last) ON receipt_counters TO quincena_worker;
GRANT SELECT, INSERT, UPDATE (on_its_way_at) ON receipt_messages TO quincena_worker;
GRANT SELECT, DELETE ON receipts_due TO quincena_worker;

-- An intruder in the part that serves HTTP neither sees the end of rules nor stops it.
GRANT SELECT, UPDATE (announced_at, applied_at) ON rule_endings TO quincena_worker;

-- The signer opens the seed, reads plans, and may write nothing but what signing produces.
GRANT USAGE ON SCHEMA signer TO quincena_signer;
GRANT SELECT, INSERT, UPDATE (shown_at) ON signer.wallet_secret TO quincena_signer;
GRANT SELECT, INSERT ON
  signer.signatures, signer.signature_inputs, signer.signed_scripts, signer.signed_terms,
  signer.price_confirmations,
  signer.authorities
  TO quincena_signer;
GRANT SELECT, INSERT, UPDATE ON signer.signature_count, signer_status TO quincena_signer;
-- And what it has noted of dollars.
GRANT SELECT, INSERT ON noted_dollars TO quincena_signer;
GRANT SELECT, INSERT (id, company_id, requested_at, effective_at, mac) ON rule_endings TO quincena_signer;
GRANT SELECT, INSERT ON wallet_account TO quincena_signer;
-- It believes no company's freeze, or that there is none, but by its MAC.
GRANT SELECT (id, version, created_at, frozen_at, approval_over_usd_cents, approval_changed_addresses,
    approval_tiers, strong_only, address_hold_hours, salary_guard_percent, total_guard_percent,
    share_set_by, require_consent, mac)
  ON companies TO quincena_signer;
-- And no approver's role but by its MAC, which covers all of these.
GRANT SELECT (id, company_id, email, phone, password_hash, two_factor_enabled, two_factor_via,
  email_verified_at, phone_verified_at, password_reset_at, role, role_since, factors_reset_at, removed_at,
  version, mac)
  ON users TO quincena_signer;
-- A list of keys is compared with the company's own, each under a MAC.
GRANT SELECT ON passkeys TO quincena_signer;
-- Whether anybody was saved under the MAC key, before a signer makes one.
GRANT SELECT (id) ON employees TO quincena_signer;
-- A payday pays itself while nobody skipped it, or took its dates away, by their MACs.
GRANT SELECT ON occurrences, schedules TO quincena_signer;
-- A special pay pays the amounts that somebody saved, by their MACs.
-- It pays no address that still waits.
GRANT SELECT ON employee_destinations, destination_releases, address_reports TO quincena_signer;
GRANT SELECT ON
  payrolls, addresses, blocks, utxos, prices, sheets, sheet_lines, payouts, sheet_states, withdrawals, orders,
  order_counts, approvals, change_orders, dollar_marks,
  fee_confirmations, transactions, transaction_inputs, transaction_outputs,
  reservations, given_up, restorations TO quincena_signer;
GRANT UPDATE (txid, raw, fee_sats, vsize, signed_at, waiting_for, waiting_since, ended, failure,
  signer_fault)
  ON transactions
  TO quincena_signer;
