-- The language of somebody's last sign-up or sign-in: what mails and text messages are written in.
ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'es'
  CHECK (language IN ('es', 'en', 'it', 'pt'));

-- The outbox: a row is written in the transaction that causes the message, and delivered afterwards.
ALTER TABLE messages
  ADD COLUMN user_id uuid,
  ADD COLUMN template text NOT NULL,
  ADD COLUMN html text,
  -- A code or a link that opens something: wiped once it was delivered or is of no use any more.
  ADD COLUMN secret boolean NOT NULL,
  -- After this it is not delivered any more.
  ADD COLUMN expires_at timestamptz,
  -- 'shown': the sandbox, which sends nothing, shows it.
  ADD COLUMN state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sent', 'shown', 'failed', 'expired')),
  ADD COLUMN failure text,
  ADD COLUMN settled_at timestamptz,
  ADD FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  ADD CHECK ((state = 'queued') = (settled_at IS NULL)),
  ADD CHECK (NOT secret OR expires_at IS NOT NULL);
CREATE INDEX messages_queued_idx ON messages (created_at) WHERE state = 'queued';
CREATE INDEX messages_failed_idx ON messages (settled_at) WHERE state = 'failed';
