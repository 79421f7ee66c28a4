import { sql } from 'kysely'
import type { Trx } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import { releaseIn } from './release.ts'

/** Nobody else decides about an order until the end of the transaction. */
export const lockOrder = (trx: Trx, id: string) =>
  trx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()

/** Ends all of an order that is not signed; its coins are free, its payment is over. */
export async function endOrder(
  trx: Trx,
  orderId: string,
  state: 'rejected' | 'failed',
  failure: string,
): Promise<void> {
  const unsigned = sql`SELECT id FROM transactions
    WHERE order_id = ${orderId} AND state = 'pendingApproval'`
  // Coins before transactions, as a block takes them.
  await sql`SELECT FROM coins WHERE reserved_by IN (${unsigned}) ORDER BY txid, vout FOR UPDATE`.execute(
    trx,
  )
  await trx
    .updateTable('transactions')
    .set({ state, waiting_for: null, failure })
    .where('order_id', '=', orderId)
    .where('state', '=', 'pendingApproval')
    .execute()
  await releaseIn(trx)
  await notify(trx, 'transactions')
}
