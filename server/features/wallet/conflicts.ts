import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { Db } from '#server/platform/database.ts'
import { takeBack } from './absent.ts'
import { HashFilter } from './hash-filter.ts'
import { spending } from './ours.ts'

/** A block this deep is final: what it conflicts with can never confirm. */
export const finalDepth = 6

/** What is not settled and can lose an input. */
const liveStates = sql`('pendingApproval', 'signed', 'unconfirmed', 'removed')`

/** One parameter, for a statement takes 65,535, and replacements of deposits cost their sender little. */
const anyOf = (ids: string[]) => sql<string>`ANY(${ids}::uuid[])`

/** The txids that live transactions and deposits spend from: a few, where a block spends thousands. */
async function liveInputs(db: Db): Promise<HashFilter> {
  const { rows } = await sql<{ beginnings: Buffer | null }>`
    SELECT string_agg(substr(i.txid, 1, 8), '') AS beginnings
    FROM transactions t JOIN transaction_inputs i ON i.transaction_id = t.id
    WHERE t.state IN ${liveStates}`.execute(db)
  // All of it reversed: blocks have txids backwards, and in the end it is a set.
  const endings = rows[0]?.beginnings?.reverse() ?? Buffer.alloc(0)
  const filter = new HashFilter(endings.length / 8)
  for (let at = 0; at < endings.length; at += 8) filter.add(endings, at)
  return filter
}

/**
 * Notes which live transactions of ours, and which deposits, lost one of their inputs to another
 * transaction of this block. They are removed now, their coins with them, and fail once the block is
 * final; of what is not signed nothing can come back, so it fails at once. Returns the payrolls
 * whose coins changed.
 */
export async function noteConflicts(
  db: Db,
  transactions: readonly WalkedTransaction[],
  height: number,
): Promise<string[]> {
  const live = await liveInputs(db)
  const { count, table, at } = spending(transactions, (bytes, outpointAt) =>
    live.mayHave(bytes, outpointAt + 24),
  )
  if (count === 0) return []
  const { rows } = await sql<{ id: string; txid: Buffer | null; position: bigint }>`
    SELECT t.id, t.txid, b.position
    FROM ${table} AS b
    JOIN transaction_inputs i ON i.txid = b.txid AND i.vout = b.vout
    JOIN transactions t ON t.id = i.transaction_id
    WHERE t.state IN ${liveStates}`.execute(db)
  const losers = rows.filter(({ txid, position }) => at(position).txid() !== txid?.toString('hex'))
  if (losers.length === 0) return []
  const ids = [...new Set(losers.map((loser) => loser.id))]
  await db
    .updateTable('transactions')
    .set({ ended: 'failed', waiting_for: null, failure: 'COIN_GONE' satisfies FailureCode })
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'pendingApproval')
    .execute()
  await db
    .updateTable('transactions')
    // The deepest rival counts: blocks are taken back from the top.
    .set({
      in_mempool: false,
      conflict_height: sql<number>`least(conflict_height, ${height}::integer)`,
    })
    .where('id', '=', anyOf(ids))
    .where('state', 'in', ['signed', 'unconfirmed', 'removed'])
    .execute()
  return takeBack(
    db,
    losers.flatMap(({ txid }) => (txid ? [txid] : [])),
  )
}

/**
 * Fails what lost an input 6 blocks ago, and what spends an output of something that failed: none of
 * it can ever confirm. Their coins are released by the payments' worker.
 */
export async function failBuried(db: Db, tipHeight: number): Promise<void> {
  const buried = await db
    .updateTable('transactions')
    .set({ is_lost: true, failure: 'SPENT_ELSEWHERE' satisfies FailureCode })
    .where('state', '=', 'removed')
    .where('conflict_height', '<=', tipHeight - finalDepth + 1)
    .returning('txid')
    .execute()
  let parents = buried.flatMap(({ txid }) => (txid ? [txid] : []))
  while (parents.length > 0) {
    const children = await sql<{ txid: Buffer | null }>`
      UPDATE transactions t SET is_lost = true, in_mempool = false,
        failure = ${'PARENT_GONE' satisfies FailureCode}
      FROM transaction_inputs i
      WHERE i.transaction_id = t.id AND i.txid = ANY(${parents}::bytea[])
        AND t.state IN ('signed', 'unconfirmed', 'removed')
      RETURNING t.txid`.execute(db)
    parents = children.rows.flatMap(({ txid }) => (txid ? [txid] : []))
  }
}

/** A block that is taken back no longer contradicts anything. */
export async function forgetConflicts(db: Db, height: number): Promise<void> {
  await db
    .updateTable('transactions')
    .set({ conflict_height: null })
    .where('conflict_height', '=', height)
    .execute()
}
