-- The rest of a run that was paid in part, planned again at the rate of that moment. The run's own row
-- keeps the rate of its first plan; what each transaction pays is at the rate it carries.
CREATE TABLE payment_resumptions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  rate_usd_cents_per_btc bigint NOT NULL CHECK (rate_usd_cents_per_btc > 0),
  rate_sources smallint NOT NULL,
  rate_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id)
);
CREATE INDEX payment_resumptions_payment_idx ON payment_resumptions (payment_id);
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

GRANT SELECT, INSERT ON payment_resumptions TO quincena_app;
-- The signer asks whether another transaction that paid a line may still confirm.
GRANT SELECT ON payment_resumptions, blocks TO quincena_signer;
