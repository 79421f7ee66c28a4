-- An output that pays for a later batch is the lane of that batch.
ALTER TABLE transaction_outputs RENAME COLUMN feeds TO lane_of;
ALTER TABLE transaction_outputs
  RENAME CONSTRAINT transaction_outputs_feeds_fkey TO transaction_outputs_lane_of_fkey;
ALTER INDEX transaction_outputs_feeds_idx RENAME TO transaction_outputs_lane_of_idx;

-- The books of all transactions are due that have one of these outpoints among their inputs, and of the
-- batches that wait for one: another of them may have it from here on.
CREATE OR REPLACE FUNCTION note_outpoints_due(txids bytea[], vouts integer[]) RETURNS void LANGUAGE plpgsql AS $$
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
    SELECT made.lane_of
    FROM transactions maker JOIN transaction_outputs made ON made.transaction_id = maker.id
    WHERE maker.txid = o.txid AND made.vout = o.vout AND made.lane_of IS NOT NULL
    OFFSET 0) AS taker
  JOIN transactions t ON t.id = taker.id
  WHERE t.type != 'receive'
  GROUP BY t.payroll_id, t.id;
END $$;
