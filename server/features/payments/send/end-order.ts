import { sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import { endUnsigned } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { closeEnded } from './close-ended.ts'
import { giveDollarsUp } from './dollars-alone.ts'

/** Locks an order: nobody else decides about it until the SQL transaction ends. */
export const lockOrder = (trx: Trx, id: string) =>
  trx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()

/**
 * Ends every unsigned transaction of an order, or its sheet if it is all in dollars, frees their UTXOs
 * and closes the payment.
 */
export async function endOrder(
  trx: Trx,
  orderId: string,
  ended: 'rejected' | 'failed',
  failure: FailureCode,
  rejectionReason: string | null = null,
): Promise<void> {
  await endUnsigned(trx, sql`t.order_id = ${orderId}`, ended, failure, rejectionReason)
  await giveDollarsUp(trx, orderId)
  await closeEnded(trx)
  await notify(trx, 'transactions')
}

/** Ends an order of which nothing is signed. An order that the signer has begun stays. */
export async function endUnsignedOrder(
  trx: Trx,
  id: string,
  ended: 'rejected' | 'failed',
  failure: FailureCode,
): Promise<void> {
  await lockOrder(trx, id)
  // From this lock on the signer waits, and finds nothing to sign.
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
