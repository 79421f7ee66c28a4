-- When a user last set a new password by a link in a mail. For a day after that the mailbox alone
-- moves no money to an address that the company never paid.
ALTER TABLE users ADD COLUMN IF NOT EXISTS password_reset_at timestamptz;

-- People who got no line in a run because whoever pressed left them out.
CREATE TABLE payment_left_out (
  payment_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  company_id uuid NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (payment_id, employee_id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id)
);
GRANT SELECT, INSERT ON payment_left_out TO quincena_app;
