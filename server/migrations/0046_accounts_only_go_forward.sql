-- A MAC does not say that a row is the newest: a former one that somebody puts back verifies, with its
-- former password, or from before a freeze. So the MAC covers a number that grows with each change, and
-- the program's roles cannot lower it.
ALTER TABLE users ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE companies ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE FUNCTION keep_newest_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a former row of an account does not come back';
END $$;

CREATE TRIGGER users_go_forward BEFORE UPDATE ON users
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (NEW.version < OLD.version OR NEW.id != OLD.id))
  EXECUTE FUNCTION keep_newest_account();
CREATE TRIGGER companies_go_forward BEFORE UPDATE ON companies
  FOR EACH ROW WHEN (current_user IN ('quincena_app', 'quincena_worker')
    AND (NEW.version < OLD.version OR NEW.id != OLD.id))
  EXECUTE FUNCTION keep_newest_account();

-- Nor is one deleted and written once more.
-- contract: REVOKE users companies unused since 0.1.0
REVOKE DELETE ON users, companies FROM quincena_app;

GRANT SELECT (version) ON companies TO quincena_signer;

-- MACs from before the number was under them hold no more: no release made such rows, and the start says so.
UPDATE users SET mac = NULL;
UPDATE companies SET mac = NULL;
