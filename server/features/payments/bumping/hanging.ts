import { sql } from 'kysely'
import { outpointText } from '#domain/coin-selection.ts'
import type { Db } from '#server/platform/database.ts'
import type { Family } from './versions.ts'

/**
 * Coins that the current version and its children make, and that another payment, a withdrawal or a
 * later part of the run spends. Only what is in a block is spent by those, so that a reorganisation
 * has taken that block back. With another txid what spends them could never be mined.
 */
export async function spentByOthers(
  db: Db,
  { id, current, children }: Family,
): Promise<Set<string>> {
  const made = [...(current ? [current] : []), ...children]
  const txids = made.flatMap(({ txid }) => txid ?? [])
  const { rows } = await sql<{ txid: Buffer; vout: number }>`
    SELECT i.txid, i.vout FROM transaction_inputs i
    JOIN transactions t ON t.id = i.transaction_id
    WHERE i.txid = ANY(${txids}::bytea[]) AND t.family != ${id}
      AND t.id != ALL(${children.map((child) => child.id)}::uuid[])
      AND t.type != 'receive' AND NOT t.found
      AND t.state NOT IN ('failed', 'rejected')`.execute(db)
  return new Set(rows.map(({ txid, vout }) => outpointText(txid.toString('hex'), vout)))
}
