-- The state of a transaction is a function of facts. PostgreSQL computes it; no statement writes it.
--
--   txid, raw        signed; a deposit has a txid alone
--   ended            how a plan ended of which nothing was signed; final
--   height           the block of the followed chain that holds it
--   in_mempool       our node's mempool holds it
--   sent_at          when our node took it
--   was_mined        a block held it once; never reset
--   conflict_height  the lowest block in which another transaction spent one of its inputs, or one of an
--                    unconfirmed ancestor's
--   is_lost          that block is 6 deep
ALTER TABLE transactions
  ADD COLUMN in_mempool boolean NOT NULL DEFAULT false,
  ADD COLUMN was_mined boolean NOT NULL DEFAULT false,
  ADD COLUMN is_lost boolean NOT NULL DEFAULT false,
  ADD COLUMN ended transaction_state;

DROP TRIGGER transactions_made ON transactions;
DROP TRIGGER transactions_moved ON transactions;
DROP TRIGGER transactions_figures_changed ON transactions;
DROP TRIGGER transactions_to_tell_made ON transactions;
DROP TRIGGER transactions_to_tell_moved ON transactions;

UPDATE transactions SET
  in_mempool = state = 'unconfirmed',
  was_mined = height IS NOT NULL OR found,
  is_lost = state = 'failed' AND txid IS NOT NULL,
  ended = CASE WHEN txid IS NULL AND state IN ('rejected', 'failed') THEN state END;

DROP FUNCTION counts_as_run, is_current, is_superseded, is_unpaid, version_rank;
DROP INDEX transactions_one_bump, transactions_one_replacement, transactions_open_idx,
  transactions_state_page_idx, transactions_type_page_idx;
ALTER TABLE transactions
  DROP CONSTRAINT transactions_check,
  DROP CONSTRAINT transactions_check1,
  DROP CONSTRAINT transactions_check2,
  DROP CONSTRAINT transactions_check3;
ALTER TABLE transactions DROP COLUMN state;

ALTER TABLE transactions
  ADD COLUMN state transaction_state NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN txid IS NULL THEN coalesce(ended, 'pendingApproval')
      WHEN height IS NOT NULL THEN 'confirmed'
      WHEN in_mempool THEN 'unconfirmed'
      WHEN is_lost THEN 'failed'
      -- A deposit is seen once it was sent.
      WHEN sent_at IS NOT NULL OR was_mined OR type = 'receive' OR conflict_height IS NOT NULL
        THEN 'removed'
      ELSE 'signed'
    END) STORED,
  ADD CONSTRAINT transactions_ended_check CHECK (ended IN ('rejected', 'failed')),
  ADD CONSTRAINT transactions_ended_unsigned CHECK (ended IS NULL OR txid IS NULL),
  ADD CONSTRAINT transactions_waiting_check
    CHECK ((state = 'pendingApproval') = (waiting_for IS NOT NULL)),
  ADD CONSTRAINT transactions_raw_check CHECK (type = 'receive' OR (txid IS NULL) = (raw IS NULL)),
  ADD CONSTRAINT transactions_mined_check CHECK (height IS NULL OR (txid IS NOT NULL AND was_mined)),
  ADD CONSTRAINT transactions_mempool_check
    CHECK (NOT in_mempool OR (txid IS NOT NULL AND height IS NULL)),
  ADD CONSTRAINT transactions_lost_check CHECK (NOT is_lost OR txid IS NOT NULL);

CREATE INDEX transactions_open_idx ON transactions (state)
  WHERE state IN ('pendingApproval', 'signed', 'unconfirmed', 'removed');
CREATE UNIQUE INDEX transactions_one_bump ON transactions (coalesce(replaces, child_of))
  WHERE state = 'pendingApproval';
CREATE UNIQUE INDEX transactions_one_replacement ON transactions (replaces)
  WHERE state NOT IN ('rejected', 'failed');
CREATE INDEX transactions_state_page_idx
  ON transactions (payroll_id, state, family DESC NULLS LAST) INCLUDE (id) WHERE child_of IS NULL;
CREATE INDEX transactions_type_page_idx
  ON transactions (payroll_id, type, family DESC NULLS LAST) INCLUDE (id, state)
  WHERE child_of IS NULL;

CREATE TRIGGER transactions_made AFTER INSERT ON transactions
  FOR EACH ROW EXECUTE FUNCTION note_transaction_state();
CREATE TRIGGER transactions_moved AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION note_transaction_state();
CREATE TRIGGER transactions_figures_changed AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.type IS DISTINCT FROM NEW.type
    OR OLD.usd_cents IS DISTINCT FROM NEW.usd_cents OR OLD.sats IS DISTINCT FROM NEW.sats
    OR OLD.payment_id IS DISTINCT FROM NEW.payment_id)
  EXECUTE FUNCTION note_transaction_figures();
CREATE TRIGGER transactions_to_tell_made AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NEW.state = 'confirmed') EXECUTE FUNCTION note_money_event();
CREATE TRIGGER transactions_to_tell_moved AFTER UPDATE ON transactions
  FOR EACH ROW WHEN ((OLD.state IS DISTINCT FROM NEW.state
      AND NEW.state IN ('confirmed', 'removed', 'failed', 'rejected'))
    OR (OLD.waiting_for IS DISTINCT FROM NEW.waiting_for AND NEW.waiting_for::text = 'operator'))
  EXECUTE FUNCTION note_money_event();

-- An unsigned end is final, and a block is never forgotten.
CREATE FUNCTION keep_final_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transaction % keeps how it ended and that it was mined', OLD.id;
END $$;
CREATE TRIGGER transactions_final BEFORE UPDATE ON transactions
  FOR EACH ROW WHEN ((OLD.ended IS NOT NULL AND NEW.ended IS DISTINCT FROM OLD.ended)
    OR (OLD.was_mined AND NOT NEW.was_mined))
  EXECUTE FUNCTION keep_final_facts();

-- A version that was sent and left stands level with one that was not sent yet: the newer one is shown.
CREATE FUNCTION version_rank(state transaction_state) RETURNS integer
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE state WHEN 'confirmed' THEN 5 WHEN 'unconfirmed' THEN 4 WHEN 'signed' THEN 3
    WHEN 'removed' THEN 3 WHEN 'pendingApproval' THEN 2 ELSE 1 END;

-- The transaction of a family that people see.
CREATE FUNCTION is_current(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN t.child_of IS NULL AND NOT EXISTS (
    SELECT FROM transactions v WHERE v.family = t.family
      AND (version_rank(v.state), NOT v.outrun, v.id) > (version_rank(t.state), NOT t.outrun, t.id));

-- Another version of its family is in a block: this one can wait for ever.
CREATE FUNCTION is_superseded(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM transactions v
    WHERE v.family = t.family AND v.id != t.id AND v.state = 'confirmed');

-- It ended without paying anybody: never sent, unable to confirm, or cancelled by a confirmed version.
CREATE FUNCTION is_unpaid(t transactions) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN t.state IN ('rejected', 'failed') OR (t.type != 'receive' AND EXISTS (
    SELECT FROM transactions v
    WHERE v.family = t.family AND v.type = 'cancel' AND v.state = 'confirmed'));

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

GRANT UPDATE (ended) ON transactions TO quincena_signer;
