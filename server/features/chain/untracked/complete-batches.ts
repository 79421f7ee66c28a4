import { sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import { endUnsigned } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Ends unsigned batches with a line that is already paid: another database was quicker. The next
 * press pays the people who are left.
 */
export async function completePaidBatches(trx: Trx): Promise<void> {
  const isPaid = sql<boolean>`t.sheet_id IS NOT NULL AND EXISTS (
    SELECT FROM transaction_outputs made JOIN payout_states o ON o.line_id = made.line_id
    WHERE made.transaction_id = t.id AND o.method = 'BITCOIN' AND o.state = 'paid')`
  await endUnsigned(trx, isPaid, 'failed', 'LANE_LOST' satisfies FailureCode)
}
