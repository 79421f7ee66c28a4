import { outpointOf, type Utxo } from '#domain/coin-selection.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** The outpoint of a UTXO as rows have it. */
export function storedOutpoint(utxo: Utxo): { txid: Buffer; vout: number } {
  const { txid, vout } = outpointOf(utxo)
  return { txid: Buffer.from(txid, 'hex'), vout }
}

/**
 * Writes down what a transaction spends, which reserves it while the transaction is live. The caller has
 * read under the payroll's lock that it is free.
 */
export async function insertInputs(
  trx: Trx,
  transactionId: string,
  utxos: readonly Utxo[],
): Promise<void> {
  if (utxos.length === 0) return
  const inputs = utxos.map((utxo, position) => {
    return { transaction_id: transactionId, position, ...storedOutpoint(utxo) }
  })
  await trx.insertInto('transaction_inputs').values(inputs).execute()
}
