import { sql } from 'kysely'
import { coinbaseMaturity } from '#domain/block-depths.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Writes the balances of `payrollIds` from their UTXOs, and ledger entries of the changes; called
 * at the end of every SQL transaction that changes a UTXO.
 */
export async function refreshBalances(db: Db, payrollIds: readonly string[]): Promise<void> {
  if (payrollIds.length === 0) return
  await sql`SELECT refresh_balances(${payrollIds}::uuid[], ${coinbaseMaturity})`.execute(db)
}

/**
 * Refreshes these payrolls and all that are queued. A transaction that can no longer confirm, or
 * can again, changes what is free in payrolls whose own UTXOs did not change.
 */
export async function refreshDue(db: Db, payrollIds: readonly string[] = []): Promise<void> {
  const due = await db.selectFrom('ledger_queue').select('payroll_id').distinct().execute()
  await refreshBalances(db, [...new Set([...payrollIds, ...due.map((row) => row.payroll_id)])])
}
