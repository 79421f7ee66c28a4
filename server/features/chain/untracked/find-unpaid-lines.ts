import { sql } from 'kysely'
import type { ForeignOutput, UnpaidLine } from '#domain/untracked-spend.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isLinePaid, isLineSigned } from '../apply/paid-lines.ts'

/** `isDue`: a press would pay the line. Its payment is open, or paid in part and not given up. */
type Line = UnpaidLine & { isDue: boolean }

/**
 * Finds a payroll's lines with one of these scripts that no signed, still confirmable transaction
 * pays; lines of the newest payment come first. Called after the conflicts of the block are noted.
 */
export async function findUnpaidLines(
  trx: Trx,
  payrollId: string,
  foreign: readonly ForeignOutput[],
): Promise<Line[]> {
  if (foreign.length === 0) return []
  const scripts = foreign.map(({ script }) => Buffer.from(script, 'hex'))
  const { rows } = await sql<Line>`
    WITH unpaid AS MATERIALIZED (
      SELECT l.id, l.payment_id, l.script_pubkey, l.sats
      FROM payments p JOIN payment_lines l ON l.payment_id = p.id
      WHERE p.payroll_id = ${payrollId} AND l.script_pubkey = ANY(${scripts}::bytea[])
        AND NOT ${isLineSigned('l.id')}),
    due AS MATERIALIZED (
      SELECT p.id FROM payments p
      WHERE p.id IN (SELECT payment_id FROM unpaid) AND p.unpaid_lines_closed_at IS NULL
        AND (p.closed_at IS NULL OR EXISTS (
          SELECT FROM payment_lines l WHERE l.payment_id = p.id AND ${isLinePaid('l.id')})))
    SELECT u.id, u.payment_id AS "paymentId", encode(u.script_pubkey, 'hex') AS script, u.sats,
      u.payment_id IN (SELECT id FROM due) AS "isDue"
    FROM unpaid u ORDER BY u.payment_id DESC, u.id`.execute(trx)
  return rows
}
