import { sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import { endUnsigned } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { closeEnded } from './close-ended.ts'

/** Nobody else decides about an order until the end of the transaction. */
export const lockOrder = (trx: Trx, id: string) =>
  trx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()

/** Ends all of an order that is not signed; its UTXOs are free, its payment is closed. */
export async function endOrder(
  trx: Trx,
  orderId: string,
  ended: 'rejected' | 'failed',
  failure: FailureCode,
  rejectionReason: string | null = null,
): Promise<void> {
  await endUnsigned(trx, sql`t.order_id = ${orderId}`, ended, failure, rejectionReason)
  await closeEnded(trx)
  await notify(trx, 'transactions')
}

/** Ends an order of which nothing is signed. The signer that was quicker has begun it: it stays. */
export async function endUnsignedOrder(
  trx: Trx,
  id: string,
  ended: 'rejected' | 'failed',
  failure: FailureCode,
): Promise<void> {
  await lockOrder(trx, id)
  // From here on the signer waits, and finds nothing to sign.
  const rows = await trx
    .selectFrom('transactions')
    .select('signed_at')
    .where('order_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.some((row) => row.signed_at !== null)) return
  await endOrder(trx, id, ended, failure)
}
