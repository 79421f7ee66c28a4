COMMENT ON COLUMN payment_lines.sats IS 'What the newest transaction that pays the line pays it';

-- False only where no signed bytes of a transaction exist, or another transaction has spent one of its
-- coins, or of its unconfirmed ancestors' coins, 6 blocks deep. Its state is not asked.
CREATE FUNCTION may_still_confirm(transaction_id uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  WITH RECURSIVE ancestry AS (
    SELECT t.id, t.type, t.raw IS NULL AS unsigned, t.conflict_height
    FROM transactions t WHERE t.id = may_still_confirm.transaction_id
    UNION
    SELECT p.id, p.type, p.raw IS NULL, p.conflict_height
    FROM ancestry a
    JOIN transaction_inputs i ON i.transaction_id = a.id
    JOIN transactions p ON p.txid = i.txid AND p.height IS NULL
  )
  SELECT NOT EXISTS (
    SELECT FROM ancestry
    WHERE (type != 'receive' AND unsigned)
      OR conflict_height <= (SELECT max(height) FROM blocks) - 5
  );
END;

-- A transaction of a run that only gathers small coins, for one that they feed, pays nobody itself.
ALTER TABLE transactions DROP CONSTRAINT transactions_sats_check,
  ADD CONSTRAINT transactions_sats_check CHECK (sats > 0 OR (sats = 0 AND type = 'send'));

-- The signer asks whether another transaction that paid a line may still confirm.
GRANT SELECT ON blocks TO quincena_signer;
-- A restored wallet, and one that is ahead of its records, hand out no address that was used.
GRANT SELECT, UPDATE ON SEQUENCE receive_index, change_index TO quincena_app;

-- Found in a block and signed with our keys, but by nobody these tables know: an old backup was
-- restored, or somebody has the seed. The administrator says that he has seen it.
ALTER TABLE transactions
  ADD COLUMN found boolean NOT NULL DEFAULT false,
  ADD COLUMN acknowledged_at timestamptz,
  ADD COLUMN acknowledged_by uuid,
  ADD FOREIGN KEY (company_id, acknowledged_by) REFERENCES users (company_id, id),
  ADD CHECK (acknowledged_at IS NULL OR found),
  DROP CONSTRAINT transactions_payment_check,
  ADD CONSTRAINT transactions_payment_check CHECK (
    (type != 'send' OR payment_id IS NOT NULL OR found) AND (type != 'receive' OR payment_id IS NULL)),
  DROP CONSTRAINT transactions_withdrawal_check,
  ADD CONSTRAINT transactions_withdrawal_check CHECK (
    (type != 'withdrawal' OR withdrawal_id IS NOT NULL OR found)
    AND (withdrawal_id IS NULL OR payment_id IS NULL));
CREATE INDEX transactions_found_idx ON transactions (payroll_id) WHERE found AND acknowledged_at IS NULL;

-- Reorganisations deeper than what counts as final: payments stop until the operator has looked.
-- `abandoned` is the first block of ours that was given up, the one above height `fork`.
CREATE TABLE deep_reorganisations (
  abandoned bytea PRIMARY KEY CHECK (length(abandoned) = 32),
  fork integer NOT NULL,
  depth integer NOT NULL CHECK (depth > 6),
  found_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON deep_reorganisations TO quincena_app;
