-- A session has a chain of tokens: each refresh replaces the last by one more. The replaced ones stay
-- known, for who comes back with one of them later than its minute of grace has stolen it or lost it
-- to a thief, and the session ends. A session that has ended is deleted, its tokens with it.
CREATE TABLE session_tokens (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  replaced_at timestamptz,
  -- With the token itself gives its successor; alone it is of no use.
  successor_salt bytea,
  CHECK ((replaced_at IS NULL) = (successor_salt IS NULL))
);
CREATE UNIQUE INDEX session_tokens_current ON session_tokens (session_id) WHERE replaced_at IS NULL;
CREATE INDEX session_tokens_session_idx ON session_tokens (session_id);

INSERT INTO session_tokens (sha256, session_id)
SELECT token_sha256, id FROM sessions WHERE ended_at IS NULL;
DELETE FROM sessions WHERE ended_at IS NOT NULL;

DROP INDEX sessions_user_idx;
ALTER TABLE sessions
  DROP COLUMN token_sha256,
  DROP COLUMN previous_token_sha256,
  DROP COLUMN rotated_at,
  DROP COLUMN ended_at;
CREATE INDEX sessions_user_idx ON sessions (user_id, last_active_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON session_tokens TO quincena_app;
