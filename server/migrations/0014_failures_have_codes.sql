-- Why a transaction ended is a code of domain/failure.ts; what a person wrote stays as it is.
UPDATE transactions t SET failure = codes.code
FROM (VALUES
  ('The price moved by more than 5 % before it was approved', 'PRICE_MOVED'),
  ('Nobody approved it within 24 hours', 'NOT_APPROVED_IN_TIME'),
  ('Rejected by the administrator', 'REJECTED'),
  ('It was cancelled', 'CANCELLED'),
  ('What was to feed it has failed', 'FEEDER_FAILED'),
  ('A coin of the plan is no longer unspent', 'COIN_GONE'),
  ('Another transaction spent the same coins', 'SPENT_ELSEWHERE'),
  ('It spends coins of a transaction that can never confirm', 'PARENT_GONE'),
  ('What it was to help needs no help any more', 'NO_HELP_NEEDED')
) AS codes (prose, code)
WHERE t.failure = codes.prose;

UPDATE transactions SET failure = 'SIGNER_REFUSED: ' || substr(failure, length('Signer: ') + 1)
WHERE failure LIKE 'Signer: %' AND state = 'failed';
