-- A head of a payroll: an output at a change address (1/j) of a transaction that spends UTXOs of the same
-- payroll and either spends a head or pays somebody else. What only moves deposits makes a deposit.
ALTER TABLE coins ADD COLUMN head boolean NOT NULL DEFAULT false;
UPDATE coins SET head = change;
