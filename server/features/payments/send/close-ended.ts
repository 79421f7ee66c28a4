import { sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import { closePayments, refreshDue } from '#server/features/chain/index.ts'
import { endUnsigned } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Ends batches whose lane can never come, closes payments without live transactions, and refreshes
 * the balances of payrolls whose UTXOs became free.
 */
export async function closeEnded(trx: Trx): Promise<void> {
  await endWithoutLane(trx)
  await closePayments(trx)
  await refreshDue(trx)
}

/**
 * Ends batches that lost their lane. The transaction that makes it needs a version that is live, or
 * a confirmed one whose output for the batch no block has spent.
 */
async function endWithoutLane(trx: Trx): Promise<void> {
  const hasLostLane = sql<boolean>`t.waiting_for IN ('lane', 'fee') AND NOT EXISTS (
    SELECT FROM transaction_outputs made JOIN transactions v ON v.id = made.transaction_id
    LEFT JOIN utxos c ON c.txid = v.txid AND c.vout = made.vout
    WHERE made.lane_of = t.id
      AND (v.live OR (v.height IS NOT NULL AND c.spent_height IS NULL)))`
  await endUnsigned(trx, hasLostLane, 'failed', 'LANE_LOST' satisfies FailureCode)
}
