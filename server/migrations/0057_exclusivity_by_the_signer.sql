-- Rule R4 of decision 48 reads the signatures of one payroll. It finds children by what they spend.
ALTER TABLE signer.signatures
  DROP COLUMN hangs_on,
  ALTER COLUMN payroll_id SET NOT NULL;
