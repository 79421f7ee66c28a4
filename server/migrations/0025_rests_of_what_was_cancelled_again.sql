-- Whether two transactions can never both be mined: versions of one that share a coin, or one that
-- spends what the cancellation of the other pays back, itself or by way of others of its run: the part
-- that feeds it, the cancellation of a rest that spent it before, or a child that sped one of them up.
CREATE OR REPLACE FUNCTION excludes(one uuid, other uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  WITH RECURSIVE hangs_on AS (
    SELECT t.id, t.payment_id FROM transactions t WHERE t.id = excludes.one
    UNION
    SELECT f.id, h.payment_id
    FROM hangs_on h
    JOIN transaction_inputs i ON i.transaction_id = h.id
    JOIN transactions f ON f.txid = i.txid
    LEFT JOIN transactions parent ON parent.id = f.child_of
    WHERE coalesce(f.payment_id, parent.payment_id) = h.payment_id
  )
  SELECT EXISTS (
    SELECT FROM transaction_inputs i JOIN transaction_inputs j USING (txid, vout)
    JOIN transactions a ON a.id = i.transaction_id JOIN transactions b ON b.id = j.transaction_id
    WHERE a.id = excludes.one AND b.id = excludes.other AND a.family = b.family
  ) OR EXISTS (
    SELECT FROM hangs_on h JOIN transaction_inputs i ON i.transaction_id = h.id
    JOIN transactions cancel ON cancel.txid = i.txid
    JOIN transactions b ON b.family = cancel.family
    WHERE b.id = excludes.other AND cancel.type = 'cancel');
END;
