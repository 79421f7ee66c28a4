import { sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { endUnsigned } from './plan.ts'

/**
 * One parameter for all ids: a statement takes 65,535, and replacing deposits costs a sender
 * little.
 */
const anyOf = (ids: readonly string[]) => sql<string>`ANY(${[...ids]}::uuid[])`

/**
 * Notes transactions that lost an input in the block of this height, `superseded` of them to a
 * transaction of our records. An unsigned one fails at once.
 */
export async function noteConflictsOf(
  db: Db,
  losers: readonly string[],
  superseded: readonly string[],
  height: number,
): Promise<void> {
  await endUnsigned(db, sql`t.id = ${anyOf(losers)}`, 'failed', 'UTXO_GONE')
  await db
    .updateTable('transactions')
    // The deepest rival counts, since blocks are disconnected from the top.
    .set({
      in_mempool: false,
      conflict_height: sql<number>`least(conflict_height, ${height}::integer)`,
      superseded_height: sql<number>`least(superseded_height,
        CASE WHEN id = ${anyOf(superseded)} THEN ${height}::integer END)`,
    })
    .where('id', '=', anyOf(losers))
    .where('state', 'in', ['signed', 'unconfirmed', 'removed'])
    .execute()
}

/**
 * Passes conflicts on to all unconfirmed descendants. A child that was signed after its parent lost
 * an input gets the parent's conflict with the next block.
 */
export async function passDownConflicts(db: Db): Promise<{ txid: Buffer | null }[]> {
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
 * Computes which conflicts are at `finalHeight` or below. A transaction is lost by its own
 * conflict, or by an ancestor's conflict that is as deep.
 */
export async function refreshLost(db: Db, finalHeight: number): Promise<void> {
  await sql`
    UPDATE transactions t SET is_lost = NOT is_lost,
      failure = CASE WHEN is_lost THEN NULL WHEN EXISTS (
        SELECT FROM transaction_inputs i JOIN transactions parent ON parent.txid = i.txid
        WHERE i.transaction_id = t.id AND parent.conflict_height <= t.conflict_height)
        THEN ${'PARENT_GONE' satisfies FailureCode}::transaction_failure
        ELSE ${'SPENT_ELSEWHERE' satisfies FailureCode}::transaction_failure END
    WHERE (is_lost = false AND conflict_height <= ${finalHeight})
      OR (is_lost = true AND conflict_height > ${finalHeight}
        AND NOT EXISTS (SELECT FROM given_up g WHERE g.txid = t.txid))`.execute(db)
  // A block may have held for a while a transaction that the operator has given up.
  await db
    .updateTable('transactions as t')
    .set(givenUp)
    .where('t.txid', 'in', ({ selectFrom }) => selectFrom('given_up').select('txid'))
    .where('t.height', 'is', null)
    .where('t.is_lost', '=', false)
    .execute()
}

const givenUp = { is_lost: true, failure: 'GIVEN_UP' satisfies FailureCode } as const

/**
 * Gives up the transactions among these that no block and no mempool holds; returns their txids.
 */
export async function markGivenUp(trx: Trx, ids: readonly string[]): Promise<{ txid: Buffer }[]> {
  return trx
    .updateTable('transactions')
    .set(givenUp)
    .where('id', 'in', ids)
    .where('height', 'is', null)
    .where('in_mempool', '=', false)
    .returning('txid')
    .$narrowType<{ txid: Buffer }>()
    .execute()
}

/** Forgets the conflicts with a block that left the chain. */
export async function forgetConflicts(db: Db, height: number): Promise<void> {
  await sql`
    UPDATE transactions SET
      conflict_height = nullif(conflict_height, ${height}::integer),
      superseded_height = nullif(superseded_height, ${height}::integer)
    WHERE conflict_height = ${height} OR superseded_height = ${height}`.execute(db)
}
