import type { Db } from '#server/platform/database.ts'

export type ForeignSpend = { outpoint: string; spender: string }

/** Coins of ours that a transaction which we did not make spends at `height`: somebody has the seed. */
export async function foreignSpends(db: Db, height: number): Promise<ForeignSpend[]> {
  const rows = await db
    .selectFrom('coins as c')
    .select(['c.txid', 'c.vout', 'c.spent_by_txid'])
    .where('c.spent_height', '=', height)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transactions as t')
            .select('t.id')
            .whereRef('t.txid', '=', 'c.spent_by_txid')
            .where('t.type', '!=', 'receive'),
        ),
      ),
    )
    .execute()
  return rows.map(({ txid, vout, spent_by_txid }) => ({
    outpoint: `${txid.toString('hex')}:${vout}`,
    spender: spent_by_txid?.toString('hex') ?? '',
  }))
}
