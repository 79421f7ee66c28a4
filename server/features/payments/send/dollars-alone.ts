import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'

/** The sheet of an order that is all in dollars and waits for its approvals. */
const waiting = (sheetId: string | null) => sql<boolean>`EXISTS (
  SELECT FROM sheet_states known
  WHERE known.id = sheets.id AND known.id = ${sheetId}::uuid AND known.waits_in_dollars)`

/** Releases the sheet of an order, if it is all in dollars: from now on its list goes to the bank. */
export async function releaseDollars(
  trx: Trx,
  { sheet_id: sheetId }: { sheet_id: string | null },
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sheets')
    .set({ closed_at: now })
    .where(waiting(sheetId))
    .executeTakeFirst()
  if (sheetId && numUpdatedRows > 0n) await notifyDollars(trx, sheetId)
}

/** Wakes those who wait for a sheet all in dollars, and the signer, which notes what is released. */
export async function notifyDollars(trx: Trx, sheetId: string): Promise<void> {
  await notify(trx, 'transactions', sheetId)
  await notify(trx, 'signatures')
}

/** Gives the sheet of an order up, if it is all in dollars and was not released: it pays nobody. */
export async function giveDollarsUp(trx: Trx, orderId: string): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .select('sheet_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('sheets')
    .set({ closed_at: sql`now()`, given_up_at: sql`now()` })
    .where(waiting(order.sheet_id))
    .execute()
}
