-- Figures that people see on every screen and that cost a second to count where there are a million
-- rows, kept as sums of changes like employee_counts: rows are only added, so that no writer waits for
-- another, and a worker sums them up (server/platform/db/aggregates.ts). No foreign keys: they would lock
-- the row of a payroll that somebody else is paying.

-- How many people a payroll has, their salaries, and the bytes of the scripts that pay them.
CREATE TABLE payroll_totals (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  people bigint NOT NULL,
  usd_cents bigint NOT NULL,
  script_bytes bigint NOT NULL
);
CREATE INDEX payroll_totals_payroll_idx ON payroll_totals (payroll_id);

CREATE FUNCTION note_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payroll_totals
      SELECT m.company_id, m.payroll_id, count(*), sum(e.base_salary_usd_cents),
        sum(length(e.script_pubkey))
      FROM after m JOIN employees e ON e.id = m.employee_id
      WHERE e.deleted_at IS NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO payroll_totals
      SELECT m.company_id, m.payroll_id, -count(*), -sum(e.base_salary_usd_cents),
        -sum(length(e.script_pubkey))
      FROM before m JOIN employees e ON e.id = m.employee_id
      WHERE e.deleted_at IS NULL GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payroll_employees_made AFTER INSERT ON payroll_employees
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_members();
CREATE TRIGGER payroll_employees_lost AFTER DELETE ON payroll_employees
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_members();

-- Somebody's salary or address changes, or he is deleted while a member: whoever does both in one
-- statement would be missed, for triggers see the end of a statement.
CREATE FUNCTION note_members_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_totals
    SELECT m.company_id, m.payroll_id, sum(c.people), sum(c.usd_cents), sum(c.script_bytes)
    FROM (
      SELECT id, 1 AS people, base_salary_usd_cents AS usd_cents,
        length(script_pubkey) AS script_bytes
      FROM after WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, -1, -base_salary_usd_cents, -length(script_pubkey)
      FROM before WHERE deleted_at IS NULL
    ) c JOIN payroll_employees m ON m.employee_id = c.id
    GROUP BY 1, 2
    HAVING sum(c.people) <> 0 OR sum(c.usd_cents) <> 0 OR sum(c.script_bytes) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER employees_changed_as_members AFTER UPDATE ON employees
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_members_change();

-- How many transactions a payroll has, children aside; versions of a transaction are told apart
-- from the first one, because people see one of them.
CREATE TABLE transaction_counts (
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL,
  type transaction_type NOT NULL,
  state transaction_state NOT NULL,
  is_replacement boolean NOT NULL,
  transactions bigint NOT NULL
);
CREATE INDEX transaction_counts_payroll_idx ON transaction_counts (payroll_id);

-- What a company paid in each month of El Salvador's calendar.
CREATE TABLE spending (
  company_id uuid NOT NULL,
  month date NOT NULL,
  usd_cents bigint NOT NULL,
  sats bigint NOT NULL
);
CREATE INDEX spending_company_idx ON spending (company_id, month);

-- How many runs a company made that were neither rejected nor cancelled nor failed. That hangs on
-- all transactions of a run together, which may change at the same time without seeing each other:
-- so a change only says of which run, and it is looked at by who reads or sums up.
CREATE TABLE run_counts (
  company_id uuid NOT NULL,
  runs bigint NOT NULL
);
CREATE INDEX run_counts_company_idx ON run_counts (company_id);
CREATE TABLE counted_runs (
  payment_id uuid PRIMARY KEY,
  company_id uuid NOT NULL
);
CREATE TABLE runs_due (
  company_id uuid NOT NULL,
  payment_id uuid NOT NULL
);
CREATE INDEX runs_due_company_idx ON runs_due (company_id);

-- As domain/transaction-state.ts has a run's state.
CREATE FUNCTION counts_as_run(payment uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((
    SELECT bool_or(t.state NOT IN ('confirmed', 'rejected', 'failed'))
      OR bool_and(NOT is_unpaid(t))
    FROM transactions t WHERE t.payment_id = payment AND is_current(t)), false);

CREATE FUNCTION month_of(at timestamptz) RETURNS date
  LANGUAGE sql STABLE STRICT PARALLEL SAFE
  RETURN date_trunc('month', at AT TIME ZONE 'America/El_Salvador')::date;

CREATE FUNCTION note_transaction_figures() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  t transactions;
  sign integer;
BEGIN
  FOREACH sign IN ARRAY CASE TG_OP WHEN 'INSERT' THEN '{1}' WHEN 'DELETE' THEN '{-1}'
      ELSE '{-1,1}' END::integer[] LOOP
    t := CASE sign WHEN 1 THEN NEW ELSE OLD END;
    IF t.child_of IS NULL THEN
      INSERT INTO transaction_counts
        VALUES (t.company_id, t.payroll_id, t.type, t.state, t.original IS NOT NULL, sign);
    END IF;
    IF t.type = 'send' AND t.state IN ('unconfirmed', 'confirmed') THEN
      INSERT INTO spending
        VALUES (t.company_id, month_of(t.created_at), sign * t.usd_cents, sign * t.sats);
    END IF;
    IF t.payment_id IS NOT NULL THEN
      INSERT INTO runs_due VALUES (t.company_id, t.payment_id);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_figures_made AFTER INSERT OR DELETE ON transactions
  FOR EACH ROW EXECUTE FUNCTION note_transaction_figures();
CREATE TRIGGER transactions_figures_changed
  AFTER UPDATE OF state, type, usd_cents, sats, payment_id ON transactions FOR EACH ROW
  WHEN ((OLD.state, OLD.type, OLD.usd_cents, OLD.sats, OLD.payment_id)
    IS DISTINCT FROM (NEW.state, NEW.type, NEW.usd_cents, NEW.sats, NEW.payment_id))
  EXECUTE FUNCTION note_transaction_figures();

GRANT SELECT, INSERT, DELETE ON payroll_totals, transaction_counts, spending, run_counts,
  counted_runs, runs_due TO quincena_app;

-- What there is already.
INSERT INTO payroll_totals
  SELECT m.company_id, m.payroll_id, count(*), sum(e.base_salary_usd_cents),
    sum(length(e.script_pubkey))
  FROM payroll_employees m JOIN employees e ON e.id = m.employee_id
  WHERE e.deleted_at IS NULL GROUP BY 1, 2;
INSERT INTO transaction_counts
  SELECT company_id, payroll_id, type, state, original IS NOT NULL, count(*)
  FROM transactions WHERE child_of IS NULL GROUP BY 1, 2, 3, 4, 5;
INSERT INTO spending
  SELECT company_id, month_of(created_at), sum(usd_cents), sum(sats) FROM transactions
  WHERE type = 'send' AND state IN ('unconfirmed', 'confirmed') GROUP BY 1, 2;
INSERT INTO runs_due SELECT company_id, id FROM payments;

-- Pages of a payroll's transactions: of all by the first version of each, of one state or type. NULLS
-- LAST, which says nothing here, because no index without the payroll has that order: one of those,
-- walked in the hope of meeting the payroll soon, is walked to its end for a payroll that has nothing.
CREATE INDEX transactions_first_idx ON transactions (payroll_id, id DESC NULLS LAST)
  WHERE original IS NULL AND child_of IS NULL;
CREATE INDEX transactions_replaced_idx ON transactions (payroll_id, family)
  WHERE original IS NOT NULL;
CREATE INDEX transactions_state_idx ON transactions (payroll_id, state, family DESC NULLS LAST);
CREATE INDEX transactions_type_idx ON transactions (payroll_id, type, family DESC NULLS LAST);
