-- A payment that is slow is bumped, one that is not wanted any more is cancelled. What replaces a
-- transaction is a row of its own, a version of the same family; of a family one version is shown.
-- A 'child' spends our own change so that its parent is mined sooner, and is never shown.
ALTER TYPE transaction_type ADD VALUE 'child';

ALTER TABLE transactions
  -- The version that this one replaces, and the first of them all.
  ADD COLUMN replaces uuid,
  ADD COLUMN original uuid,
  ADD COLUMN family uuid NOT NULL GENERATED ALWAYS AS (coalesce(original, id)) STORED,
  -- The version whose change a child spends, itself or through other children.
  ADD COLUMN child_of uuid,
  -- The tip when it was first seen to be in the mempool.
  ADD COLUMN unconfirmed_since integer,
  ADD FOREIGN KEY (company_id, replaces) REFERENCES transactions (company_id, id),
  ADD FOREIGN KEY (company_id, original) REFERENCES transactions (company_id, id),
  ADD FOREIGN KEY (company_id, child_of) REFERENCES transactions (company_id, id),
  ADD CHECK ((replaces IS NULL) = (original IS NULL)),
  ADD CHECK (child_of IS NULL OR replaces IS NULL),
  -- What cancels a transaction of a run belongs to that run.
  DROP CONSTRAINT IF EXISTS transactions_check4,
  ADD CONSTRAINT transactions_payment_check CHECK (
    (type != 'send' OR payment_id IS NOT NULL) AND (type != 'receive' OR payment_id IS NULL));

CREATE INDEX transactions_family_idx ON transactions (family);
-- Newest first, each where its first version stands.
CREATE INDEX transactions_payroll_family_idx ON transactions (payroll_id, family DESC);
CREATE INDEX transactions_company_family_idx ON transactions (company_id, family DESC);
CREATE INDEX transactions_children_idx ON transactions (child_of) WHERE child_of IS NOT NULL;
-- Versions are a chain: two replacements of one could share no coin but its own.
CREATE UNIQUE INDEX transactions_one_replacement ON transactions (replaces)
  WHERE state NOT IN ('rejected', 'failed');
-- Of two who bump at once, one does.
CREATE UNIQUE INDEX transactions_one_bump ON transactions ((coalesce(replaces, child_of)))
  WHERE state = 'pendingApproval';

-- Which version of a family is shown: what is in a block before what is in the mempool, and so on.
CREATE FUNCTION version_rank(state transaction_state) RETURNS integer
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE state WHEN 'confirmed' THEN 6 WHEN 'unconfirmed' THEN 5 WHEN 'signed' THEN 4
    WHEN 'removed' THEN 3 WHEN 'pendingApproval' THEN 2 ELSE 1 END;

-- Whether a transaction is the one of its family that people see.
CREATE FUNCTION is_current(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN t.child_of IS NULL AND NOT EXISTS (
    SELECT FROM transactions v WHERE v.family = t.family
      AND (version_rank(v.state), v.id) > (version_rank(t.state), t.id));

-- Whether another version of its family is in a block: what is not can wait there for ever.
CREATE FUNCTION is_superseded(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM transactions v
    WHERE v.family = t.family AND v.id != t.id AND v.state = 'confirmed');

-- Whether it ended without paying anybody: never sent, unable to confirm, or cancelled by what is in a
-- block and what every later payment of the payroll hangs on until that is final.
CREATE FUNCTION is_unpaid(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN t.state IN ('rejected', 'failed') OR (t.type != 'receive' AND EXISTS (
    SELECT FROM transactions v
    WHERE v.family = t.family AND v.type = 'cancel' AND v.state = 'confirmed'));

-- Whether two transactions can never both be mined: versions of one that share a coin, or one that
-- spends what the cancellation of the other pays back.
CREATE FUNCTION excludes(one uuid, other uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (
    SELECT FROM transaction_inputs i JOIN transaction_inputs j USING (txid, vout)
    JOIN transactions a ON a.id = i.transaction_id JOIN transactions b ON b.id = j.transaction_id
    WHERE a.id = one AND b.id = other AND a.family = b.family
  ) OR EXISTS (
    SELECT FROM transaction_inputs i JOIN transactions cancel ON cancel.txid = i.txid
    JOIN transactions b ON b.family = cancel.family
    WHERE i.transaction_id = one AND b.id = other AND cancel.type = 'cancel');
