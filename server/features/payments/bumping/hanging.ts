import { sql } from 'kysely'
import { outpointText } from '#domain/coin-selection.ts'
import type { Db } from '#server/platform/database.ts'
import type { Family } from './versions.ts'

/**
 * `t` of another family, and its inputs `i` that the current version or its children make. Only what is
 * in a block is spent by others, so that a reorganisation has taken that block back. With another txid
 * what spends them could never be mined.
 */
function hangingOn({ id, current, children }: Family) {
  const made = [...(current ? [current] : []), ...children]
  const txids = made.flatMap(({ txid }) => txid ?? [])
  return sql`transaction_inputs i JOIN transactions t ON t.id = i.transaction_id
    WHERE i.txid = ANY(${txids}::bytea[]) AND t.root_id != ${id}
      AND t.id != ALL(${children.map((child) => child.id)}::uuid[])
      AND t.type != 'receive' AND NOT t.untracked
      AND t.state NOT IN ('failed', 'rejected')`
}

/** Coins of it that another payment, a withdrawal or a later part of the run spends. */
export async function spentByOthers(db: Db, family: Family): Promise<Set<string>> {
  const { rows } = await sql<{ txid: Buffer; vout: number }>`
    SELECT i.txid, i.vout FROM ${hangingOn(family)}`.execute(db)
  return new Set(rows.map(({ txid, vout }) => outpointText(txid.toString('hex'), vout)))
}

/** Whether another payment or withdrawal, which is not being cancelled itself, goes where it goes. */
export async function carriesAnother(db: Db, family: Family): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${hangingOn(family)} AND t.type IN ('send', 'withdrawal') AND is_current(t)
      AND coalesce(t.payment_id, t.withdrawal_id) != ${family.paymentId ?? family.withdrawalId}
    LIMIT 1`.execute(db)
  return rows.length > 0
}
