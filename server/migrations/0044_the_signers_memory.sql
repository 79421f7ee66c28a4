-- The signer's tables lie in a schema of its role's own: no other role of the program looks in.
-- contract: wallet_secret SET SCHEMA signer unused since 0.1.0
-- contract: signatures SET SCHEMA signer unused since 0.1.0
-- contract: signature_inputs SET SCHEMA signer unused since 0.1.0
-- contract: signed_scripts SET SCHEMA signer unused since 0.1.0
ALTER TABLE wallet_secret SET SCHEMA signer;
ALTER TABLE signatures SET SCHEMA signer;
ALTER TABLE signature_inputs SET SCHEMA signer;
ALTER TABLE signed_scripts SET SCHEMA signer;

-- A rolling MAC over all that the signer remembers, under a key that only the seed gives: each signature,
-- with its inputs and the addresses that were first signed for by it, is chained to the one before. Not
-- even the owner of the database changes or removes one unnoticed (server/signer/signature-chain.ts).
ALTER TABLE signer.signatures
  ADD COLUMN number bigint UNIQUE CHECK (number > 0),
  ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE signer.signed_scripts ADD COLUMN transaction_id uuid;
CREATE INDEX signed_scripts_transaction_idx ON signer.signed_scripts (transaction_id);

-- How many there are, under a MAC over that and the newest one's: the last is missed, too.
CREATE TABLE signer.signature_count (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  signatures bigint NOT NULL CHECK (signatures > 0),
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
GRANT SELECT, INSERT, UPDATE ON signer.signature_count TO quincena_signer;
