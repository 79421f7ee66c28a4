-- Codes of six digits. A later one for the same subject voids the earlier one. Times are the
-- program's own clock, by which they are judged.
CREATE TABLE codes (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'payment', 'withdrawal', 'approval-settings')),
  -- What it releases: a challenge, a payment, a withdrawal, the company's settings.
  subject_id uuid NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  voided_at timestamptz,
  used_at timestamptz,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  CHECK (voided_at IS NULL OR used_at IS NULL)
);
CREATE UNIQUE INDEX codes_one_live ON codes (user_id, purpose, subject_id)
  WHERE voided_at IS NULL AND used_at IS NULL;
CREATE INDEX codes_subject_idx ON codes (user_id, purpose, subject_id, created_at);

-- How often a user's second factor was guessed at; its row is what tries of one user wait for.
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
  phone text,
  until timestamptz NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  CHECK (via = 'EMAIL' OR phone IS NOT NULL)
);
CREATE INDEX former_channels_user_idx ON former_channels (user_id, until);

-- Between the right password and the right code. The token is 32 random bytes, as a session's is.
CREATE TABLE mfa_challenges (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  sha256 bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX mfa_challenges_user_idx ON mfa_challenges (user_id);

-- One live link a user, so that a newer one voids the older.
CREATE TABLE reset_links (
  user_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  created_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- What a user has signed in with: a browser without its version's figures, hashed for its length.
CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  first_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, sha256),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
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

GRANT SELECT, INSERT, UPDATE, DELETE ON
  codes, code_guards, former_channels, mfa_challenges, reset_links, known_devices, rate_limits TO quincena_app;
