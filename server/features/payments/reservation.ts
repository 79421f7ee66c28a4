import { type Coin, outpointOf } from '#domain/coin-selection.ts'
import type { Trx } from '#server/platform/database.ts'

/** The outpoint of a coin as rows have it. */
export function storedOutpoint(coin: Coin): { txid: Buffer; vout: number } {
  const { txid, vout } = outpointOf(coin)
  return { txid: Buffer.from(txid, 'hex'), vout }
}

/**
 * From here on a coin belongs to one transaction. That it is free was read under the payroll's lock:
 * one that is not is a fault of ours, and nothing of the plan is kept.
 */
export async function reserveCoin(
  trx: Trx,
  transactionId: string,
  position: number,
  coin: Coin,
): Promise<void> {
  const outpoint = storedOutpoint(coin)
  await trx
    .insertInto('transaction_inputs')
    .values({ transaction_id: transactionId, position, ...outpoint })
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('coins')
    .set({ reserved_by: transactionId })
    .where('txid', '=', outpoint.txid)
    .where('vout', '=', outpoint.vout)
    .where(({ or, eb }) =>
      or([eb('reserved_by', 'is', null), eb('reserved_by', '=', transactionId)]),
    )
    .where('spent_by_txid', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`Coin ${coin.id} is no longer free`)
}
