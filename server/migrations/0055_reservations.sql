-- A UTXO is reserved by the live transaction that has it among its inputs; the payroll's row lock is
-- what keeps two planners from taking it. Nothing is written down a second time.
DROP TRIGGER coins_made ON coins;
DROP TRIGGER coins_changed ON coins;
DROP TRIGGER coins_lost ON coins;
DROP FUNCTION note_ledger_due;
ALTER TABLE coins DROP COLUMN reserved_by;

DROP INDEX transactions_live_idx;
CREATE INDEX transactions_live_idx ON transactions (payroll_id) WHERE live AND type != 'receive';

-- Of each outpoint the newest live transaction that spends it, or of a lane the batch that waits for it.
-- OFFSET 0 makes PostgreSQL look up the inputs of a few live transactions, and never read all inputs.
CREATE VIEW reservations AS
SELECT DISTINCT ON (payroll_id, txid, vout) txid, vout, payroll_id, transaction_id
FROM (
  SELECT i.txid, i.vout, t.payroll_id, t.id AS transaction_id, t.root_id, t.version
  FROM transactions t
  CROSS JOIN LATERAL (
    SELECT txid, vout FROM transaction_inputs WHERE transaction_id = t.id OFFSET 0) AS i
  WHERE t.live AND t.type != 'receive' AND NOT t.untracked
  UNION ALL
  SELECT maker.txid, o.vout, t.payroll_id, t.id, t.root_id, t.version
  FROM transactions t
  CROSS JOIN LATERAL (
    SELECT transaction_id, vout FROM transaction_outputs WHERE feeds = t.id OFFSET 0) AS o
  CROSS JOIN LATERAL (
    SELECT txid FROM transactions WHERE id = o.transaction_id
      AND (in_mempool OR height IS NOT NULL) OFFSET 0) AS maker
  WHERE t.live AND t.type != 'receive' AND t.state = 'pendingApproval'
) AS wanted
ORDER BY payroll_id, txid, vout, root_id DESC, version DESC;
GRANT SELECT ON reservations TO quincena_app, quincena_signer;

-- The books of all transactions are due that have one of these outpoints among their inputs, and of the
-- batches that wait for one: another of them may have it from here on.
CREATE FUNCTION note_outpoints_due(txids bytea[], vouts integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Mostly nobody spends them: a block may make many thousand deposits.
  IF NOT EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(txids) AS txid) AS made
    WHERE EXISTS (SELECT FROM transaction_inputs i WHERE i.txid = made.txid)
      OR EXISTS (SELECT FROM transactions t WHERE t.txid = made.txid AND t.type != 'receive')
  ) THEN
    RETURN;
  END IF;
  INSERT INTO ledger_due (payroll_id, transaction_id)
  SELECT t.payroll_id, t.id
  FROM unnest(txids, vouts) AS o (txid, vout)
  CROSS JOIN LATERAL (
    SELECT transaction_id AS id FROM transaction_inputs i WHERE i.txid = o.txid AND i.vout = o.vout
    UNION ALL
    SELECT made.feeds
    FROM transactions maker JOIN transaction_outputs made ON made.transaction_id = maker.id
    WHERE maker.txid = o.txid AND made.vout = o.vout AND made.feeds IS NOT NULL
    OFFSET 0) AS taker
  JOIN transactions t ON t.id = taker.id
  WHERE t.type != 'receive'
  GROUP BY t.payroll_id, t.id;
END $$;

CREATE FUNCTION note_coins_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_due (payroll_id, txid)
    SELECT payroll_id, txid FROM after
    UNION SELECT payroll_id, spent_by_txid FROM after WHERE spent_by_txid IS NOT NULL;
  PERFORM note_outpoints_due(array_agg(txid), array_agg(vout)) FROM after;
  RETURN NULL;
END $$;
CREATE TRIGGER coins_made AFTER INSERT ON coins REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_coins_made();

CREATE FUNCTION note_coins_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_due (payroll_id, txid)
    SELECT payroll_id, txid FROM after
    UNION SELECT payroll_id, spent_by_txid FROM after WHERE spent_by_txid IS NOT NULL
    UNION SELECT payroll_id, txid FROM before
    UNION SELECT payroll_id, spent_by_txid FROM before WHERE spent_by_txid IS NOT NULL;
  PERFORM note_outpoints_due(array_agg(txid), array_agg(vout))
    FROM (
      SELECT txid, vout, spent_by_txid FROM after
      EXCEPT SELECT txid, vout, spent_by_txid FROM before) AS spent;
  RETURN NULL;
END $$;
CREATE TRIGGER coins_changed AFTER UPDATE ON coins
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_coins_changed();

CREATE FUNCTION note_coins_lost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_due (payroll_id, txid)
    SELECT payroll_id, txid FROM before
    UNION SELECT payroll_id, spent_by_txid FROM before WHERE spent_by_txid IS NOT NULL;
  PERFORM note_outpoints_due(array_agg(txid), array_agg(vout)) FROM before;
  RETURN NULL;
END $$;
CREATE TRIGGER coins_lost AFTER DELETE ON coins REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION note_coins_lost();

-- Inputs of deposits reserve nothing.
CREATE FUNCTION note_inputs_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_due (payroll_id, transaction_id)
    SELECT DISTINCT t.payroll_id, t.id FROM changed i JOIN transactions t ON t.id = i.transaction_id
    WHERE t.type != 'receive';
  PERFORM note_outpoints_due(array_agg(i.txid), array_agg(i.vout))
    FROM changed i JOIN transactions t ON t.id = i.transaction_id WHERE t.type != 'receive';
  RETURN NULL;
END $$;
CREATE TRIGGER inputs_made AFTER INSERT ON transaction_inputs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_inputs_changed();
CREATE TRIGGER inputs_lost AFTER DELETE ON transaction_inputs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_inputs_changed();

CREATE FUNCTION note_live_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO ledger_due (payroll_id, transaction_id) VALUES (NEW.payroll_id, NEW.id);
  PERFORM note_outpoints_due(array_agg(txid), array_agg(vout))
    FROM transaction_inputs WHERE transaction_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_live_changed AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (NEW.type != 'receive'
    AND (OLD.live IS DISTINCT FROM NEW.live OR OLD.version IS DISTINCT FROM NEW.version))
  EXECUTE FUNCTION note_live_changed();
