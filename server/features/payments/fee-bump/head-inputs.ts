import { outpointText } from '#domain/coin-selection.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Finds the inputs of a transaction that are heads or lanes. */
export async function headsAmongInputs(db: Db, transactionId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('transaction_inputs as i')
    .innerJoin('utxos as c', (join) =>
      join.onRef('c.txid', '=', 'i.txid').onRef('c.vout', '=', 'i.vout'),
    )
    .select(['i.txid', 'i.vout'])
    .where('i.transaction_id', '=', transactionId)
    .where('c.head', '=', true)
    .execute()
  return new Set(rows.map(({ txid, vout }) => outpointText(txid.toString('hex'), vout)))
}
