-- MACs under keys that are not in the database. A row without one counts as changed by hand.

ALTER TABLE users ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE companies ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE former_channels ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE session_tokens ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE mfa_challenges ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE reset_links ADD COLUMN mac bytea CHECK (length(mac) = 32);

-- A MAC does not say that a row is missing: a former channel cannot be taken away while codes go there.
CREATE FUNCTION keep_former_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a former channel stays as it is for 24 hours';
END $$;

CREATE TRIGGER former_channels_kept BEFORE UPDATE OR DELETE ON former_channels
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker') AND OLD.until > now() - interval '24 hours')
  EXECUTE FUNCTION keep_former_channel();

-- Subject and texts as JSON, sealed until the message is delivered; subject, body and html stay empty.
ALTER TABLE messages ADD COLUMN sealed bytea,
  ALTER COLUMN subject SET DEFAULT '', ALTER COLUMN body SET DEFAULT '';
