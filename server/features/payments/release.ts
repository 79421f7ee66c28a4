import { sql } from 'kysely'
import type { FailureCode } from '#domain/failure.ts'
import { closeSettledPayments, refreshBalances } from '#server/features/wallet/index.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/database.ts'

/**
 * Coins of plans that failed or were rejected are free again, and their payments are over. A coin that
 * another version of the same transaction spends too stays that one's. What waited for one of them
 * to feed it, be it one of several, has nothing to wait for.
 */
export const releaseFailed = (db: Db): Promise<void> => inTransaction(db, releaseIn)

export async function releaseIn(trx: Trx): Promise<void> {
  await trx
    .updateTable('transactions as t')
    .set({ ended: 'failed', waiting_for: null, failure: 'FEEDER_FAILED' satisfies FailureCode })
    .where('t.state', '=', 'pendingApproval')
    .where('t.waiting_for', '=', 'feeder')
    .where(sql<boolean>`EXISTS (
      SELECT FROM transaction_outputs o JOIN transactions f ON f.id = o.transaction_id
      WHERE o.feeds = t.id AND NOT EXISTS (
        SELECT FROM transaction_outputs made JOIN transactions v ON v.id = made.transaction_id
        WHERE made.feeds = t.id AND v.root_id = f.root_id AND v.state NOT IN ('failed', 'rejected')))`)
    .execute()
  const { rows: freed } = await sql<{ payroll_id: string }>`
    UPDATE coins c SET reserved_by = (
      SELECT o.id FROM transaction_inputs i JOIN transactions o ON o.id = i.transaction_id
      WHERE i.txid = c.txid AND i.vout = c.vout AND o.type != 'receive' AND NOT o.untracked
        AND o.state NOT IN ('failed', 'rejected')
      ORDER BY o.root_id DESC, o.version DESC LIMIT 1)
    FROM transactions t
    WHERE t.id = c.reserved_by AND t.state IN ('failed', 'rejected')
    RETURNING c.payroll_id`.execute(trx)
  await closeSettledPayments(trx)
  await refreshBalances(trx, [...new Set(freed.map((coin) => coin.payroll_id))])
}
