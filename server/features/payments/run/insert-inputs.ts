import { type Coin, outpointOf } from '#domain/coin-selection.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** The outpoint of a UTXO as rows have it. */
export function storedOutpoint(coin: Coin): { txid: Buffer; vout: number } {
  const { txid, vout } = outpointOf(coin)
  return { txid: Buffer.from(txid, 'hex'), vout }
}

/**
 * Writes down what a transaction spends, which reserves it while the transaction is live. The caller has
 * read under the payroll's lock that it is free.
 */
export async function insertInputs(
  trx: Trx,
  transactionId: string,
  coins: readonly Coin[],
): Promise<void> {
  if (coins.length === 0) return
  const inputs = coins.map((coin, position) => {
    return { transaction_id: transactionId, position, ...storedOutpoint(coin) }
  })
  await trx.insertInto('transaction_inputs').values(inputs).execute()
}
