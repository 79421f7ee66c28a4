-- The versions of a transaction are counted. The newest live version is sent and shown.
--
--   root_id   the first version of the transaction; its own id for that one, a deposit or a child
--   version   the first is 1; each new version is the highest of its root and one. What is mined becomes
--             the newest in the block's SQL transaction, so a later reorganisation sends and shows it.
--
-- No clock decides: an id is a time of the database.
DROP FUNCTION counts_as_run, is_current, version_rank;
DROP INDEX transactions_family_idx, transactions_first_idx, transactions_one_bump,
  transactions_one_replacement, transactions_replaced_idx;

ALTER TABLE transactions ALTER COLUMN family DROP EXPRESSION;
ALTER TABLE transactions RENAME COLUMN family TO root_id;
ALTER INDEX transactions_company_family_idx RENAME TO transactions_company_root_idx;
ALTER INDEX transactions_payroll_family_idx RENAME TO transactions_payroll_root_idx;
ALTER TABLE transactions ADD COLUMN version integer NOT NULL DEFAULT 1;
UPDATE transactions t SET version = numbered.version
FROM (
  SELECT id, row_number() OVER (
    PARTITION BY root_id ORDER BY state = 'confirmed', NOT outrun, id) AS version
  FROM transactions) AS numbered
WHERE numbered.id = t.id AND numbered.version > 1;
ALTER TABLE transactions
  DROP CONSTRAINT transactions_check4,
  DROP CONSTRAINT transactions_check5,
  DROP COLUMN replaces,
  DROP COLUMN original,
  DROP COLUMN outrun;

ALTER TABLE transactions RENAME COLUMN child_of TO cpfp_parent_id;
ALTER TABLE transactions
  RENAME CONSTRAINT transactions_company_id_child_of_fkey
    TO transactions_company_id_cpfp_parent_id_fkey;
ALTER TABLE transactions RENAME COLUMN found TO untracked;
ALTER INDEX transactions_found_idx RENAME TO transactions_untracked_idx;

ALTER TABLE transactions
  ADD CONSTRAINT transactions_root_version_key UNIQUE (root_id, version),
  ADD CONSTRAINT transactions_version_check CHECK (version > 0),
  ADD CONSTRAINT transactions_child_check CHECK (cpfp_parent_id IS NULL OR root_id = id),
  ADD CONSTRAINT transactions_company_id_root_id_fkey
    FOREIGN KEY (company_id, root_id) REFERENCES transactions (company_id, id);

CREATE INDEX transactions_first_idx ON transactions (payroll_id, id DESC NULLS LAST)
  WHERE root_id = id AND cpfp_parent_id IS NULL;
CREATE INDEX transactions_replaced_idx ON transactions (payroll_id, root_id) WHERE root_id != id;
CREATE UNIQUE INDEX transactions_one_bump ON transactions (coalesce(cpfp_parent_id, root_id))
  WHERE state = 'pendingApproval';

-- What replaces nothing is the first version of itself.
CREATE FUNCTION set_transaction_root() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.root_id := NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER transactions_root BEFORE INSERT ON transactions
  FOR EACH ROW WHEN (NEW.root_id IS NULL) EXECUTE FUNCTION set_transaction_root();

CREATE OR REPLACE FUNCTION note_transaction_figures() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  t transactions;
  sign integer;
BEGIN
  FOREACH sign IN ARRAY CASE TG_OP WHEN 'INSERT' THEN '{1}' WHEN 'DELETE' THEN '{-1}'
      ELSE '{-1,1}' END::integer[] LOOP
    t := CASE sign WHEN 1 THEN NEW ELSE OLD END;
    IF t.cpfp_parent_id IS NULL THEN
      INSERT INTO transaction_counts
        VALUES (t.company_id, t.payroll_id, t.type, t.state, t.root_id != t.id, sign);
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

-- The version in a block or in our mempool comes first: people pay with it now. Where it is an older one,
-- as others send it too, the newest is sent nevertheless.
CREATE FUNCTION version_rank(state transaction_state) RETURNS integer
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN state IN ('confirmed', 'unconfirmed') THEN 3
    WHEN state IN ('signed', 'removed') THEN 2 WHEN state = 'pendingApproval' THEN 1 ELSE 0 END;

-- The version of a transaction that people see.
CREATE FUNCTION is_current(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN t.cpfp_parent_id IS NULL AND NOT EXISTS (
    SELECT FROM transactions v WHERE v.root_id = t.root_id
      AND (version_rank(v.state), v.version) > (version_rank(t.state), t.version));

-- A run counts while one of its transactions is open or paid somebody, or once all of its people are
-- paid, by whichever run.
CREATE FUNCTION counts_as_run(payment uuid) RETURNS boolean
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
