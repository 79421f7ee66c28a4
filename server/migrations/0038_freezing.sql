-- A frozen company moves no money until an administrator or the operator unfreezes it.
ALTER TABLE companies ADD frozen_at timestamptz;

-- Only a password that was reset by mail after the freeze unfreezes.
ALTER TABLE users ADD COLUMN IF NOT EXISTS password_reset_at timestamptz;

-- The links of mails by which anybody who reads them freezes the company. The token is 32 random
-- bytes, as a session's is.
CREATE TABLE freeze_links (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  company_id uuid NOT NULL REFERENCES companies,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX freeze_links_created_idx ON freeze_links (created_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON freeze_links TO quincena_app;
-- The signer signs nothing of a frozen company but what pays back to it.
GRANT SELECT (id, frozen_at) ON companies TO quincena_signer;
