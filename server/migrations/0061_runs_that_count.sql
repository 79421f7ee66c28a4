-- Two functions judged from states and cancellations which transactions can confirm. The column `live`
-- says it, and rule R4 of decision 48 says which of two can confirm beside the other.
DROP FUNCTION counts_as_run, excludes, is_current, is_unpaid, may_still_confirm, version_rank;

-- A run counts while something of it can still confirm, or once all of its lines are paid, by whichever
-- transaction. Most runs are answered without a look at their lines, who may be thousands.
CREATE FUNCTION counts_as_run(payment uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE
    WHEN EXISTS (SELECT FROM transactions t WHERE t.payment_id = payment AND t.live) THEN true
    WHEN (
      SELECT bool_and(EXISTS (SELECT FROM transactions v
        WHERE v.root_id = t.id AND v.type = 'send' AND v.state = 'confirmed'))
      FROM transactions t WHERE t.payment_id = payment AND t.root_id = t.id) THEN true
    ELSE EXISTS (SELECT FROM payment_lines l WHERE l.payment_id = payment)
      AND NOT EXISTS (
        SELECT FROM payment_lines l WHERE l.payment_id = payment
          AND NOT EXISTS (
            SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
            WHERE o.payment_line_id = l.id AND t.state = 'confirmed')
          AND NOT EXISTS (
            SELECT FROM settled_lines s JOIN transactions t ON t.id = s.transaction_id
            WHERE s.payment_line_id = l.id AND t.state = 'confirmed'))
  END;
