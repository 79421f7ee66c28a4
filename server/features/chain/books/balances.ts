import { sql } from 'kysely'
import { coinbaseMaturity } from '#domain/block-depths.ts'
import type { Db } from '#server/platform/db/database.ts'
import { writeLedger } from './ledger.ts'

/**
 * Writes the balances of `payrollIds` from their UTXOs, and ledger entries of the changes; called
 * at the end of every SQL transaction that changes a UTXO. `balance` counts what the mempool shows;
 * `confirmed` the UTXOs in a block that no known transaction spends; `spendable` those of them that
 * are mature and not reserved.
 */
export async function refreshBalances(db: Db, payrollIds: readonly string[]): Promise<void> {
  if (payrollIds.length === 0) return
  // From this lock on, the second of two SQL transactions that change UTXOs of one payroll sees the
  // first one's work.
  await sql`SELECT FROM payroll_balances WHERE payroll_id = ANY(${payrollIds}::uuid[])
    ORDER BY payroll_id FOR NO KEY UPDATE`.execute(db)
  await writeLedger(db, payrollIds)
  await sql`
    WITH tip AS (SELECT coalesce(max(height), 0) AS height FROM blocks),
    reserved AS MATERIALIZED (
      SELECT payroll_id, txid, vout FROM reservations
      WHERE payroll_id = ANY(${payrollIds}::uuid[])
    ),
    unspent AS (
      SELECT c.payroll_id,
        sum(c.sats) AS balance,
        sum(c.sats) FILTER (WHERE c.height IS NOT NULL) AS confirmed,
        sum(c.sats) FILTER (WHERE c.height IS NOT NULL AND r.txid IS NULL
          AND (NOT c.coinbase OR c.height <= tip.height - ${coinbaseMaturity - 1})) AS spendable
      FROM tip, utxos c LEFT JOIN reserved r USING (payroll_id, txid, vout)
      WHERE c.payroll_id = ANY(${payrollIds}::uuid[]) AND c.spent_height IS NULL
        AND c.spent_by_txid IS NULL
      GROUP BY c.payroll_id
    ),
    received AS (
      SELECT payroll_id, sum(sats) AS received FROM utxos
      WHERE payroll_id = ANY(${payrollIds}::uuid[]) AND NOT change
      GROUP BY payroll_id
    )
    UPDATE payroll_balances b SET
      balance_sats = coalesce(u.balance, 0),
      confirmed_sats = coalesce(u.confirmed, 0),
      spendable_sats = coalesce(u.spendable, 0),
      -- The greater value, because an untracked spend of our UTXOs and foreign ones may have more
      -- change than it spent of ours.
      received_sats = greatest(coalesce(r.received, 0), coalesce(u.balance, 0))
    FROM payrolls p
    LEFT JOIN unspent u ON u.payroll_id = p.id
    LEFT JOIN received r ON r.payroll_id = p.id
    WHERE b.payroll_id = p.id AND p.id = ANY(${payrollIds}::uuid[])`.execute(db)
}

/**
 * Refreshes these payrolls and all that are queued. A transaction that can no longer confirm, or
 * can again, changes what is free in payrolls whose own UTXOs did not change.
 */
export async function refreshDue(db: Db, payrollIds: readonly string[] = []): Promise<void> {
  const due = await db.selectFrom('ledger_queue').select('payroll_id').distinct().execute()
  await refreshBalances(db, [...new Set([...payrollIds, ...due.map((row) => row.payroll_id)])])
}
