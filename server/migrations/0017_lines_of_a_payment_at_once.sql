-- A run writes thousands of lines and outputs, and their foreign keys, checked row by row, took longer
-- than writing them. Declared they stay; whether what a statement writes has its parents is asked once
-- for all of its rows, and parents stay, for nobody but the owner may delete them (decision 30).
ALTER TABLE payment_lines
  ALTER CONSTRAINT payment_lines_company_id_payment_id_fkey NOT ENFORCED;
ALTER TABLE payment_lines
  ALTER CONSTRAINT payment_lines_company_id_employee_id_fkey NOT ENFORCED;
ALTER TABLE transaction_outputs
  ALTER CONSTRAINT transaction_outputs_transaction_id_fkey NOT ENFORCED;
ALTER TABLE transaction_outputs
  ALTER CONSTRAINT transaction_outputs_payment_line_id_fkey NOT ENFORCED;

CREATE FUNCTION lines_have_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT company_id, payment_id FROM made) AS m
    LEFT JOIN payments p ON p.id = m.payment_id AND p.company_id = m.company_id
    WHERE p.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN employees e ON e.id = m.employee_id AND e.company_id = m.company_id
    WHERE e.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a line has no payment or no employee of its company';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION outputs_have_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT transaction_id FROM made) AS m
    LEFT JOIN transactions t ON t.id = m.transaction_id
    WHERE t.id IS NULL
  ) OR EXISTS (
    SELECT FROM made AS m
    LEFT JOIN payment_lines l ON l.id = m.payment_line_id
    WHERE m.payment_line_id IS NOT NULL AND l.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an output has no transaction, or no line where it names one';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER lines_made AFTER INSERT ON payment_lines REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION lines_have_parents();
CREATE TRIGGER outputs_made AFTER INSERT ON transaction_outputs REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION outputs_have_parents();

-- What was paid to whom is never taken back, and only what the program changes of it can be changed.
REVOKE DELETE ON employees, payments, payment_lines, transactions, transaction_outputs
  FROM quincena_app;
REVOKE UPDATE ON payment_lines, transaction_outputs FROM quincena_app;
GRANT UPDATE (sats) ON payment_lines TO quincena_app;
GRANT UPDATE (vout) ON transaction_outputs TO quincena_app;

-- Nothing refers to lines by it.
ALTER TABLE payment_lines DROP CONSTRAINT payment_lines_company_id_id_key;
