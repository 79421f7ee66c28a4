import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import type { FailureCode } from '#domain/failures.ts'
import type { Db } from '#server/platform/db/database.ts'
import { evict } from './evict.ts'
import { HashFilter } from './hash-filter.ts'
import { spending } from './owned.ts'

/** A block this deep is final: what it conflicts with can never confirm. */
export const finalDepth = 6

/** States that are not final and can lose an input. */
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
 * Notes which unconfirmed transactions of our records lost an input to another transaction of this
 * block, and hands that down to their descendants. All of them leave the mempool, their UTXOs go. An
 * unsigned one fails at once. Returns the payrolls whose UTXOs changed.
 */
export async function noteConflicts(
  db: Db,
  transactions: readonly WalkedTransaction[],
  height: number,
): Promise<string[]> {
  const losers = await findLosers(db, transactions)
  if (losers.length > 0) await noteLosers(db, losers, height)
  const gone = [...losers, ...(await handDown(db))]
  return evict(
    db,
    gone.flatMap(({ txid }) => (txid ? [txid] : [])),
  )
}

type Loser = { id: string; txid: Buffer | null; rival: string }

async function findLosers(db: Db, transactions: readonly WalkedTransaction[]): Promise<Loser[]> {
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
  return rows
    .map(({ id, txid, position }) => ({ id, txid, rival: at(position).txid() }))
    .filter(({ txid, rival }) => rival !== txid?.toString('hex'))
}

async function noteLosers(db: Db, losers: readonly Loser[], height: number): Promise<void> {
  const recorded = await findRecorded(db, [...new Set(losers.map(({ rival }) => rival))])
  const idsOf = (some: readonly Loser[]) => anyOf([...new Set(some.map(({ id }) => id))])
  const superseded = losers.filter(({ rival }) => recorded.has(rival))
  await db
    .updateTable('transactions')
    .set({ ended: 'failed', waiting_for: null, failure: 'UTXO_GONE' satisfies FailureCode })
    .where('id', '=', idsOf(losers))
    .where('state', '=', 'pendingApproval')
    .execute()
  await db
    .updateTable('transactions')
    // The deepest rival counts: blocks are taken back from the top.
    .set({
      in_mempool: false,
      conflict_height: sql<number>`least(conflict_height, ${height}::integer)`,
      superseded_height: sql<number>`least(superseded_height,
        CASE WHEN id = ${idsOf(superseded)} THEN ${height}::integer END)`,
    })
    .where('id', '=', idsOf(losers))
    .where('state', 'in', ['signed', 'unconfirmed', 'removed'])
    .execute()
}

/** Those of the txids that our records have as a spend; a spend of this block is recorded by now. */
async function findRecorded(db: Db, txids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('transactions')
    .select('txid')
    .where('txid', '=', sql<Buffer>`ANY(${txids.map((txid) => Buffer.from(txid, 'hex'))}::bytea[])`)
    .where('type', '!=', 'receive')
    .execute()
  return new Set(rows.map(({ txid }) => txid?.toString('hex') ?? ''))
}

/**
 * Hands conflicts down to unconfirmed descendants, however far. A child that was signed after its parent
 * lost, however deep that is by now, gets the parent's with the next block.
 */
async function handDown(db: Db): Promise<{ txid: Buffer | null }[]> {
  const { rows } = await sql<{ txid: Buffer | null }>`
    WITH RECURSIVE losing AS (
      SELECT txid, conflict_height, superseded_height FROM transactions
      WHERE conflict_height IS NOT NULL AND NOT is_lost
      UNION
      SELECT parent.txid, parent.conflict_height, parent.superseded_height
      FROM transactions child
      JOIN transaction_inputs i ON i.transaction_id = child.id
      JOIN transactions parent ON parent.txid = i.txid
      WHERE child.live AND child.type != 'receive' AND parent.is_lost
      UNION
      SELECT t.txid, l.conflict_height, l.superseded_height
      FROM losing l
      JOIN transaction_inputs i ON i.txid = l.txid
      JOIN transactions t ON t.id = i.transaction_id
      WHERE t.txid IS NOT NULL AND t.height IS NULL
    ),
    lowest AS (
      SELECT txid, min(conflict_height) AS conflict_height,
        min(superseded_height) AS superseded_height
      FROM losing GROUP BY txid
    )
    UPDATE transactions t SET in_mempool = false,
      conflict_height = least(t.conflict_height, l.conflict_height),
      superseded_height = least(t.superseded_height, l.superseded_height)
    FROM lowest l
    WHERE t.txid = l.txid AND t.height IS NULL AND (
      t.conflict_height IS DISTINCT FROM least(t.conflict_height, l.conflict_height)
      OR t.superseded_height IS DISTINCT FROM least(t.superseded_height, l.superseded_height))
    RETURNING t.txid`.execute(db)
  return rows
}

/**
 * Computes which conflicts are 6 deep below this tip. A transaction is lost by its own conflict, or by
 * an ancestor's that is as deep.
 */
export async function refreshLost(db: Db, tipHeight: number): Promise<void> {
  const final = tipHeight - finalDepth + 1
  await sql`
    UPDATE transactions t SET is_lost = NOT is_lost,
      failure = CASE WHEN is_lost THEN NULL WHEN EXISTS (
        SELECT FROM transaction_inputs i JOIN transactions parent ON parent.txid = i.txid
        WHERE i.transaction_id = t.id AND parent.conflict_height <= t.conflict_height)
        THEN ${'PARENT_GONE' satisfies FailureCode}::transaction_failure
        ELSE ${'SPENT_ELSEWHERE' satisfies FailureCode}::transaction_failure END
    WHERE (is_lost = false AND conflict_height <= ${final})
      OR (is_lost = true AND conflict_height > ${final}
        AND NOT EXISTS (SELECT FROM given_up g WHERE g.txid = t.txid))`.execute(db)
  await loseGivenUp(db)
}

/** A block may have held for a while what the operator has given up. */
async function loseGivenUp(db: Db): Promise<void> {
  await db
    .updateTable('transactions as t')
    .set({ is_lost: true, failure: 'GIVEN_UP' satisfies FailureCode })
    .where('t.txid', 'in', ({ selectFrom }) => selectFrom('given_up').select('txid'))
    .where('t.height', 'is', null)
    .where('t.is_lost', '=', false)
    .execute()
}

/** A block that is taken back no longer contradicts anything. */
export async function forgetConflicts(db: Db, height: number): Promise<void> {
  await sql`
    UPDATE transactions SET
      conflict_height = nullif(conflict_height, ${height}::integer),
      superseded_height = nullif(superseded_height, ${height}::integer)
    WHERE conflict_height = ${height} OR superseded_height = ${height}`.execute(db)
}
