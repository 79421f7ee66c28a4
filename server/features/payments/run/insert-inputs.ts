import { outpointOf, type Utxo } from '#domain/coin-selection.ts'
import { insertInputs } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** The outpoint of a UTXO in the form of the tables. */
export function toStoredOutpoint(utxo: Utxo): { txid: Buffer; vout: number } {
  const { txid, vout } = outpointOf(utxo)
  return { txid: Buffer.from(txid, 'hex'), vout }
}

/** Inserts the inputs of a plan, which reserve their UTXOs while the plan is live. */
export const insertUtxos = (trx: Trx, id: string, utxos: readonly Utxo[]): Promise<void> =>
  insertInputs(trx, id, utxos.map(toStoredOutpoint))
