-- The signer remembers for which order it signed and whom that pays, so that nobody is paid twice by one
-- order, whatever becomes of the rows that say who was paid.
ALTER TABLE signatures
  ADD COLUMN order_id uuid,
  -- Employees, or the withdrawal.
  ADD COLUMN paid uuid[],
  -- Of a child: the signature without which it cannot be mined.
  ADD COLUMN hangs_on uuid;

UPDATE signatures s SET
  order_id = coalesce(t.order_id, s.run_id),
  paid = ARRAY(
    SELECT coalesce(l.employee_id, o.withdrawal_id)
    FROM transaction_outputs o LEFT JOIN payment_lines l ON l.id = o.payment_line_id
    WHERE o.transaction_id = s.transaction_id
      AND (o.payment_line_id IS NOT NULL OR o.withdrawal_id IS NOT NULL)),
  hangs_on = CASE WHEN t.type = 'child' THEN t.child_of END
FROM (SELECT transaction_id FROM signatures) AS known
LEFT JOIN transactions t ON t.id = known.transaction_id
WHERE known.transaction_id = s.transaction_id;

ALTER TABLE signatures ALTER COLUMN order_id SET NOT NULL, ALTER COLUMN paid SET NOT NULL;
CREATE INDEX signatures_txid_idx ON signatures (txid);
CREATE INDEX signatures_root_idx ON signatures (root_id);
