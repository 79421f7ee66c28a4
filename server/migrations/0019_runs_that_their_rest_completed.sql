-- What failed, or was cancelled, of a run counts no more once all of its people are paid: the run is one
-- of the payments, as the payment itself says.
CREATE OR REPLACE FUNCTION counts_as_run(payment uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE
    WHEN coalesce((
      SELECT bool_or(t.state NOT IN ('confirmed', 'rejected', 'failed'))
        OR bool_and(NOT is_unpaid(t))
      FROM transactions t WHERE t.payment_id = payment AND is_current(t)), false) THEN true
    ELSE EXISTS (SELECT FROM payment_lines l WHERE l.payment_id = payment)
      AND NOT EXISTS (
        SELECT FROM payment_lines l WHERE l.payment_id = payment AND NOT EXISTS (
          SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
          WHERE o.payment_line_id = l.id AND t.state = 'confirmed'))
  END;

INSERT INTO runs_due (company_id, payment_id)
SELECT DISTINCT t.company_id, t.payment_id FROM transactions t
WHERE t.payment_id IS NOT NULL AND is_unpaid(t);
