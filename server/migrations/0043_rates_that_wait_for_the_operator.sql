-- A plan whose rate is far from those that the signer signed before waits for the operator.
ALTER TYPE transaction_wait ADD VALUE 'operator';

-- That is told, once a run. The new value is no literal before its migration has ended, hence the text.
ALTER TABLE money_events DROP CONSTRAINT money_events_kind_check;
ALTER TABLE money_events ADD CONSTRAINT money_events_kind_check
  CHECK (kind IN ('confirmed', 'removed', 'failed', 'rejected', 'approval', 'operator', 'revived'));
CREATE OR REPLACE FUNCTION note_money_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, transaction_id, kind) VALUES (
    NEW.company_id, NEW.payroll_id, NEW.id,
    CASE WHEN NEW.waiting_for::text IN ('approval', 'operator') THEN NEW.waiting_for::text
      ELSE NEW.state::text END);
  RETURN NULL;
END $$;
DROP TRIGGER transactions_to_tell_moved ON transactions;
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE OF state, waiting_for ON transactions
  FOR EACH ROW WHEN (
    (OLD.state IS DISTINCT FROM NEW.state
      AND NEW.state IN ('confirmed', 'removed', 'failed', 'rejected'))
    OR (OLD.waiting_for IS DISTINCT FROM NEW.waiting_for
      AND NEW.waiting_for::text IN ('approval', 'operator')))
  EXECUTE FUNCTION note_money_event();

-- What the signer keeps for itself, where nobody else looks in.
CREATE SCHEMA signer;
GRANT USAGE ON SCHEMA signer TO quincena_signer;

-- Rates that the operator has looked at (npm run price:confirm), under a key that only the seed gives.
CREATE TABLE signer.price_confirmations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  usd_cents_per_btc bigint NOT NULL CHECK (usd_cents_per_btc > 0),
  confirmed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
GRANT SELECT, INSERT ON signer.price_confirmations TO quincena_signer;
