import { sql } from 'kysely'
import type { ForeignOutput, UnpaidLine } from '#domain/untracked-spend.ts'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Finds a payroll's lines with one of these scripts that no signed, still confirmable transaction
 * pays; lines of the newest payment come first. Called after the conflicts of the block are noted.
 */
export async function findUnpaidLines(
  trx: Trx,
  payrollId: string,
  foreign: readonly ForeignOutput[],
): Promise<UnpaidLine[]> {
  if (foreign.length === 0) return []
  const scripts = foreign.map(({ script }) => Buffer.from(script, 'hex'))
  const { rows } = await sql<UnpaidLine>`
    SELECT l.id, l.sheet_id AS "paymentId", encode(l.script_pubkey, 'hex') AS script, o.sats
    FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id
    JOIN payout_states o ON o.line_id = l.id AND o.method = 'BITCOIN'
    WHERE p.payroll_id = ${payrollId} AND l.script_pubkey = ANY(${scripts}::bytea[])
      AND o.state NOT IN ('sent', 'paid')
    ORDER BY l.sheet_id DESC, l.id`.execute(trx)
  return rows
}
