import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Replacements } from './versions.ts'

/** A signed, unconfirmed transaction that spends an output of another. */
type Descendant = {
  rootId: string
  /** The parent of a CPFP child. */
  parentId: string | null
  type: string
  /** The payment or withdrawal that the transaction belongs to. */
  runId: string | null
}

/**
 * Reads the live descendants of all versions of a transaction. Payments spend only confirmed
 * outputs, so descendants other than children exist only after a reorganisation.
 */
export async function readDescendants(db: Db, { versions }: Replacements): Promise<Descendant[]> {
  const txids = versions.flatMap(({ txid }) => txid ?? [])
  const spender = sql`
    SELECT t.id, t.txid FROM transaction_inputs i JOIN transactions t ON t.id = i.transaction_id
    WHERE t.type != 'receive' AND t.live AND t.txid IS NOT NULL`
  const { rows } = await sql<Descendant>`
    WITH RECURSIVE below AS (
      ${spender} AND i.txid = ANY(${txids}::bytea[])
      UNION SELECT s.id, s.txid FROM below CROSS JOIN LATERAL (${spender} AND i.txid = below.txid) AS s
    )
    SELECT t.root_id AS "rootId", t.cpfp_parent_id AS "parentId", t.type,
      coalesce(t.sheet_id, t.withdrawal_id, p.sheet_id, p.withdrawal_id) AS "runId"
    FROM below JOIN transactions t USING (id)
    LEFT JOIN transactions p ON p.id = t.cpfp_parent_id`.execute(db)
  return rows
}

/**
 * Whether a payment or withdrawal spends an output of this transaction: with another txid it could
 * never be mined.
 */
export const carriesAnother = (descendants: readonly Descendant[]): boolean =>
  descendants.some(({ type }) => type === 'send' || type === 'withdrawal')

export const carriesAnotherRun = (
  descendants: readonly Descendant[],
  { paymentId, withdrawalId }: Replacements,
): boolean => descendants.some(({ runId }) => runId !== (paymentId ?? withdrawalId))
