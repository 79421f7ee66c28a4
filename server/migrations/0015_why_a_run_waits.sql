-- The company's sum that a run was above when it was planned: why it waits, whatever the sum is later.
ALTER TABLE orders ADD COLUMN over_usd_cents bigint CHECK (over_usd_cents >= 0);

-- When, and by whom, the address of somebody who is about to be paid was changed.
CREATE INDEX audit_events_address_idx ON audit_events (company_id, (detail ->> 'employee'), id)
  WHERE action = 'employee.addressChanged';

-- What was refused before it was signed is told like all that ends.
ALTER TABLE money_events DROP CONSTRAINT money_events_kind_check;
ALTER TABLE money_events ADD CONSTRAINT money_events_kind_check
  CHECK (kind IN ('confirmed', 'removed', 'failed', 'rejected', 'approval', 'revived'));
DROP TRIGGER transactions_to_tell_moved ON transactions;
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE OF state, waiting_for ON transactions
  FOR EACH ROW WHEN (
    (OLD.state IS DISTINCT FROM NEW.state
      AND NEW.state IN ('confirmed', 'removed', 'failed', 'rejected'))
    OR (OLD.waiting_for IS DISTINCT FROM NEW.waiting_for AND NEW.waiting_for = 'approval'))
  EXECUTE FUNCTION note_money_event();
