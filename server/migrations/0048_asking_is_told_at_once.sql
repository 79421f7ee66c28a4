-- A run or a withdrawal is told in the transaction that asks for it, and no more once it waits.
CREATE OR REPLACE FUNCTION note_money_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO money_events (company_id, payroll_id, transaction_id, kind) VALUES (
    NEW.company_id, NEW.payroll_id, NEW.id,
    CASE WHEN NEW.waiting_for::text = 'operator' THEN 'operator' ELSE NEW.state::text END);
  RETURN NULL;
END $$;
DROP TRIGGER transactions_to_tell_made ON transactions;
CREATE TRIGGER transactions_to_tell_made AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.state = 'confirmed')
  EXECUTE FUNCTION note_money_event();
DROP TRIGGER transactions_to_tell_moved ON transactions;
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE OF state, waiting_for ON transactions
  FOR EACH ROW WHEN (
    (OLD.state IS DISTINCT FROM NEW.state
      AND NEW.state IN ('confirmed', 'removed', 'failed', 'rejected'))
    OR (OLD.waiting_for IS DISTINCT FROM NEW.waiting_for AND NEW.waiting_for::text = 'operator'))
  EXECUTE FUNCTION note_money_event();
