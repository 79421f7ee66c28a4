import { sql } from 'kysely'
import { leaveMempool } from '#server/features/transactions/write.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Finds these transactions and their descendants in the mempool, which leave together. */
async function withDescendants(db: Db, txids: Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ txid: Buffer }>`
    WITH RECURSIVE gone AS (
      SELECT unnest(${txids}::bytea[]) AS txid
      UNION
      SELECT c.spent_by_txid FROM gone JOIN utxos c ON c.txid = gone.txid
      WHERE c.spent_by_txid IS NOT NULL AND c.spent_height IS NULL
    )
    SELECT txid FROM gone`.execute(db)
  return rows.map(({ txid }) => txid)
}

/**
 * Evicts transactions that left the mempool, or that a block contradicts, and their descendants:
 * deletes their UTXOs, frees their inputs, marks ours `removed`. Returns the payrolls whose UTXOs
 * changed.
 */
export async function evict(db: Db, left: Buffer[]): Promise<string[]> {
  if (left.length === 0) return []
  const txids = await withDescendants(db, left)
  const isOneOf = (column: 'txid' | 'spent_by_txid') =>
    sql<boolean>`${sql.ref(column)} = ANY(${txids}::bytea[])`
  const gone = await db
    .deleteFrom('utxos')
    .where('height', 'is', null)
    .where(isOneOf('txid'))
    .returning('payroll_id')
    .execute()
  const freed = await db
    .updateTable('utxos')
    .set({ spent_by_txid: null })
    .where('spent_height', 'is', null)
    .where(isOneOf('spent_by_txid'))
    .returning('payroll_id')
    .execute()
  await leaveMempool(db, txids)
  return [...new Set([...gone, ...freed].map((utxo) => utxo.payroll_id))]
}

/**
 * Evicts the siblings of `txids`, with their descendants: only one version of a root can be in the
 * mempool or in a block. Done at once, because both versions would count the same inputs.
 */
export async function evictSiblings(db: Db, txids: Buffer[]): Promise<void> {
  const { rows } = await sql<{ txid: Buffer }>`
    SELECT o.txid FROM transactions t
    JOIN transactions o ON o.root_id = t.root_id AND o.id != t.id
    WHERE t.txid = ANY(${txids}::bytea[]) AND t.state IN ('unconfirmed', 'confirmed')
      AND o.in_mempool`.execute(db)
  await evict(
    db,
    rows.map((row) => row.txid),
  )
}
