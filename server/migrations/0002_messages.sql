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

-- What happened to money and may have to be told, noted in the transaction in which it happened by the
-- database itself, so that nobody who changes a state can forget it and no block waits for mails to be
-- written. The worker takes it from here.
CREATE TABLE money_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  transaction_id uuid,
  kind text NOT NULL CHECK (kind IN ('confirmed', 'removed', 'failed', 'approval', 'revived')),
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  FOREIGN KEY (company_id, transaction_id) REFERENCES transactions (company_id, id),
  CHECK ((kind = 'revived') = (transaction_id IS NULL))
);

CREATE FUNCTION note_money_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, transaction_id, kind) VALUES (
    NEW.company_id, NEW.payroll_id, NEW.id,
    CASE WHEN NEW.waiting_for = 'approval' THEN 'approval' ELSE NEW.state::text END);
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_to_tell_made AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.state = 'confirmed' OR NEW.waiting_for = 'approval')
  EXECUTE FUNCTION note_money_event();
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE OF state, waiting_for ON transactions
  FOR EACH ROW WHEN (
    (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('confirmed', 'removed', 'failed'))
    OR (OLD.waiting_for IS DISTINCT FROM NEW.waiting_for AND NEW.waiting_for = 'approval'))
  EXECUTE FUNCTION note_money_event();

CREATE FUNCTION note_revival() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, kind)
    VALUES (NEW.company_id, NEW.id, 'revived');
  RETURN NULL;
END $$;
CREATE TRIGGER payrolls_revived AFTER UPDATE OF deleted_at ON payrolls FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION note_revival();

-- What was told already: a reorganisation and a second confirmation are no second news.
CREATE TABLE told_news (
  company_id uuid NOT NULL REFERENCES companies,
  kind text NOT NULL,
  -- A payment where the news is of a whole run, else a transaction.
  subject_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject_id, kind)
);

-- UPDATE for its locks alone.
GRANT SELECT, UPDATE, DELETE ON money_events TO quincena_app;
GRANT SELECT, INSERT ON told_news TO quincena_app;
