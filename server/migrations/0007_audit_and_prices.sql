-- What was done, by whom and from where. Rows are only ever added; the worker seals each within
-- seconds into its company's chain of hashes, and what is sealed cannot be changed by the program.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  -- null: nobody signed in, or the program itself.
  user_id uuid,
  -- To the millisecond, which is what the hash covers.
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,
  subject text NOT NULL,
  -- Texts by name.
  detail jsonb NOT NULL DEFAULT '{}',
  ip text,
  position bigint CHECK (position > 0),
  hash bytea CHECK (length(hash) = 32),
  UNIQUE (company_id, position),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  CHECK ((position IS NULL) = (hash IS NULL))
);
CREATE INDEX audit_events_unsealed_idx ON audit_events (company_id, id) WHERE position IS NULL;
CREATE INDEX audit_events_transaction_idx ON audit_events ((detail ->> 'transaction'))
  WHERE action = 'transaction.stateChanged';

-- The end of each company's chain: without it, losing the newest events would not show.
CREATE TABLE audit_chains (
  company_id uuid PRIMARY KEY REFERENCES companies,
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(hash) = 32)
);

CREATE FUNCTION refuse_sealed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit event % is sealed', OLD.id;
END $$;
CREATE TRIGGER audit_events_sealed BEFORE UPDATE ON audit_events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL) EXECUTE FUNCTION refuse_sealed_change();

-- Each change of a transaction's state, whoever makes it, worker and signer alike: noted by the
-- database itself, so that nobody can forget it.
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
      'txid', encode(NEW.txid, 'hex'), 'sats', NEW.sats::text, 'failure', NEW.failure)));
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_made AFTER INSERT ON transactions
  FOR EACH ROW EXECUTE FUNCTION note_transaction_state();
CREATE TRIGGER transactions_moved AFTER UPDATE OF state ON transactions FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION note_transaction_state();

-- Where the history of the transactions that were there already begins.
INSERT INTO audit_events (company_id, action, subject, detail)
  SELECT t.company_id, 'transaction.stateChanged', p.name, jsonb_strip_nulls(jsonb_build_object(
    'transaction', t.id::text, 'type', t.type::text, 'to', t.state::text,
    'txid', encode(t.txid, 'hex'), 'sats', t.sats::text, 'failure', t.failure))
  FROM transactions t JOIN payrolls p ON p.id = t.payroll_id ORDER BY t.id;

GRANT SELECT, INSERT, UPDATE (position, hash) ON audit_events TO quincena_app;
GRANT SELECT, INSERT, UPDATE (position, hash) ON audit_chains TO quincena_app;
