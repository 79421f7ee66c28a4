-- The payrolls that a breach concerns, whose payments it stops; NULL where it concerns the whole wallet.
ALTER TABLE money_breaches ADD COLUMN payroll_ids uuid[];
