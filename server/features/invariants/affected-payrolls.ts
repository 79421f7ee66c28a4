import { sql } from 'kysely'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * The payrolls that a breach `f` concerns, by the uuids or the outpoint in its id. NULL stands for
 * the whole wallet: the ledger's sums, totals of ledger and node, and ids that name no known
 * payroll.
 */
export const concernedPayrolls = sql<
  string[] | null
>`CASE WHEN f.invariant NOT IN ('I1', 'I2') THEN (
  SELECT array_agg(DISTINCT concerned.id) FROM (
    WITH named AS (SELECT m[1]::uuid AS id FROM regexp_matches(f.id, ${uuid}, 'g') AS m),
    outpoint AS (
      SELECT decode(m[1], 'hex') AS txid, m[2]::integer AS vout
      FROM regexp_matches(f.id, '^([0-9a-f]{64}):([0-9]{1,9})$') AS m)
    SELECT p.id FROM payrolls p JOIN named USING (id)
    UNION SELECT p.payroll_id FROM sheets p JOIN named USING (id)
    UNION SELECT p.payroll_id FROM sheet_lines l JOIN named USING (id) JOIN sheets p ON p.id = l.sheet_id
    UNION SELECT w.payroll_id FROM withdrawals w JOIN named USING (id)
    UNION SELECT o.payroll_id FROM orders o JOIN named USING (id)
    UNION SELECT t.payroll_id FROM transactions t JOIN named USING (id)
    UNION SELECT c.payroll_id FROM utxos c JOIN outpoint USING (txid, vout)
    UNION SELECT a.payroll_id FROM utxos c JOIN outpoint USING (txid, vout)
      JOIN addresses a USING (script_pubkey)
    UNION SELECT t.payroll_id FROM transaction_inputs i JOIN outpoint USING (txid, vout)
      JOIN transactions t ON t.id = i.transaction_id WHERE t.type != 'receive'
  ) AS concerned) END`
