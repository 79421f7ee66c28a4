-- What the signer remembers of an order: for which payroll it was, and when it was made. One that ended
-- unsigned is not begun once a later one of its payroll was.
ALTER TABLE signatures ADD COLUMN payroll_id uuid, ADD COLUMN ordered_at timestamptz;

-- What was signed until now was ordered as the tables say.
UPDATE signatures s SET payroll_id = o.payroll_id, ordered_at = o.requested_at
FROM orders o WHERE o.id = s.order_id;

CREATE INDEX signatures_payroll_idx ON signatures (payroll_id, ordered_at);
CREATE INDEX signatures_order_idx ON signatures (order_id);
