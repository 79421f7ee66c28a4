import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import { finalDepth } from '#domain/block-depths.ts'
import {
  noteConflictsOf,
  passDownConflicts,
  refreshLost,
} from '#server/features/transactions/write.ts'
import type { Db } from '#server/platform/db/database.ts'
import { evict } from './evict.ts'
import { HashFilter } from './hash-filter.ts'
import { toInputTable } from './owned.ts'

/** States that can still lose an input. */
const liveStates = sql`('pendingApproval', 'signed', 'unconfirmed', 'removed')`

/**
 * The txids that live transactions and deposits spend from: a few, while a block spends thousands.
 */
async function liveInputs(db: Db): Promise<HashFilter> {
  const { rows } = await sql<{ beginnings: Buffer | null }>`
    SELECT string_agg(substr(i.txid, 1, 8), '') AS beginnings
    FROM transactions t JOIN transaction_inputs i ON i.transaction_id = t.id
    WHERE t.state IN ${liveStates}`.execute(db)
  // One reversal of the whole buffer turns every txid into the byte order of blocks. The order of
  // the txids does not matter in a set.
  const endings = rows[0]?.beginnings?.reverse() ?? Buffer.alloc(0)
  const filter = new HashFilter(endings.length / 8)
  for (let at = 0; at < endings.length; at += 8) filter.add(endings, at)
  return filter
}

/**
 * Notes which unconfirmed transactions of our records lost an input to another transaction of this
 * block, and passes that on to their descendants. All of these leave the mempool, and their UTXOs
 * are deleted. An unsigned transaction fails at once. Returns the payrolls whose UTXOs changed.
 */
export async function noteConflicts(
  db: Db,
  transactions: readonly WalkedTransaction[],
  height: number,
): Promise<string[]> {
  const losers = await findLosers(db, transactions)
  if (losers.length > 0) await noteLosers(db, losers, height)
  const gone = [...losers, ...(await passDownConflicts(db))]
  return evict(
    db,
    gone.flatMap(({ txid }) => (txid ? [txid] : [])),
  )
}

type Loser = { id: string; txid: Buffer | null; rival: string }

async function findLosers(db: Db, transactions: readonly WalkedTransaction[]): Promise<Loser[]> {
  const live = await liveInputs(db)
  const { count, table, at } = toInputTable(transactions, (bytes, outpointAt) =>
    live.mayHave(bytes, outpointAt + 24),
  )
  if (count === 0) return []
  const { rows } = await sql<{ id: string; txid: Buffer | null; position: bigint }>`
    SELECT t.id, t.txid, b.position
    FROM ${table} AS b
    JOIN transaction_inputs i ON i.txid = b.txid AND i.vout = b.vout
    JOIN transactions t ON t.id = i.transaction_id
    WHERE t.state IN ${liveStates}`.execute(db)
  return rows
    .map(({ id, txid, position }) => ({ id, txid, rival: at(position).txid() }))
    .filter(({ txid, rival }) => rival !== txid?.toString('hex'))
}

async function noteLosers(db: Db, losers: readonly Loser[], height: number): Promise<void> {
  const recorded = await findRecorded(db, [...new Set(losers.map(({ rival }) => rival))])
  const idsOf = (some: readonly Loser[]) => [...new Set(some.map(({ id }) => id))]
  const superseded = losers.filter(({ rival }) => recorded.has(rival))
  await noteConflictsOf(db, idsOf(losers), idsOf(superseded), height)
}

/**
 * The txids among these that our records have as spends; spends of this block are recorded by now.
 */
async function findRecorded(db: Db, txids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('transactions')
    .select('txid')
    .where('txid', '=', sql<Buffer>`ANY(${txids.map((txid) => Buffer.from(txid, 'hex'))}::bytea[])`)
    .where('type', '!=', 'receive')
    .execute()
  return new Set(rows.map(({ txid }) => txid?.toString('hex') ?? ''))
}

/** Computes which conflicts are 6 deep below this tip. */
export const refreshLostAt = (db: Db, tipHeight: number): Promise<void> =>
  refreshLost(db, tipHeight - finalDepth + 1)
