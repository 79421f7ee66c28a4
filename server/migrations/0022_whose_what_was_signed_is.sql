-- Whose an address of ours is, as the signer remembers it from the first signature that spends from it or
-- makes change at it. The program's role may write that a coin is another company's; it is signed for
-- nobody but the first. No foreign keys, for nothing done to the other tables may matter.
CREATE TABLE signed_scripts (
  script_pubkey bytea PRIMARY KEY,
  company_id uuid NOT NULL,
  payroll_id uuid NOT NULL
);
GRANT SELECT, INSERT ON signed_scripts TO quincena_signer;

-- What was signed until now is whose the tables say that it is.
INSERT INTO signed_scripts (script_pubkey, company_id, payroll_id)
SELECT c.script_pubkey, c.company_id, c.payroll_id FROM coins c JOIN signature_inputs USING (txid, vout)
UNION
SELECT c.script_pubkey, c.company_id, c.payroll_id FROM coins c JOIN signatures USING (txid)
ON CONFLICT DO NOTHING;
