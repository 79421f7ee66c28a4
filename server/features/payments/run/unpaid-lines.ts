import { sql } from 'kysely'
import { isLineTaken } from '#server/features/chain/index.ts'
import { arrayText, type Db, type Trx } from '#server/platform/db/database.ts'
import type { Payee } from './payee.ts'

/** The unpaid people of a run that is over. */
export type UnpaidLines = { paymentId: string; at: Date; salaries: Payee[] }

/** A block paid some of a rest after it was read. */
export class UnpaidLinesChanged extends Error {}

/** No transaction pays the line, or can still confirm that does; an untracked spend counts, too. */
const isUnpaid = sql<boolean>`NOT ${isLineTaken('l.id')}`

/** Runs that are over, of whose lines some are paid and others unpaid. */
function selectPaidInPart(payrollId: string) {
  // Few payments come as far as their people, who are thousands.
  return sql`
    WITH lacking AS MATERIALIZED (
      SELECT p.id FROM payments p
      WHERE p.payroll_id = ${payrollId} AND p.closed_at IS NOT NULL AND p.unpaid_lines_closed_at IS NULL
        AND EXISTS (SELECT FROM transactions t
          WHERE t.payment_id = p.id AND t.root_id = t.id AND NOT EXISTS (
            SELECT FROM transactions v
            WHERE v.root_id = t.id AND v.type = 'send' AND (v.live OR v.state = 'confirmed'))))
    SELECT p.id FROM lacking p
    WHERE (EXISTS (SELECT FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
          WHERE t.payment_id = p.id AND t.state = 'confirmed' AND o.payment_line_id IS NOT NULL)
        OR EXISTS (SELECT FROM untracked_payouts s JOIN payment_lines l ON l.id = s.payment_line_id
          JOIN transactions t ON t.id = s.transaction_id
          WHERE l.payment_id = p.id AND t.height IS NOT NULL))
      AND EXISTS (SELECT FROM payment_lines l WHERE l.payment_id = p.id AND ${isUnpaid})`
}

/**
 * The newest run of a payroll of which anything was paid, where people were left out of it: the next
 * run pays them with everybody.
 */
function hasLeftPeopleOut(payrollId: string) {
  return sql`
    SELECT newest.id FROM (
      SELECT p.id, p.closed_at, p.unpaid_lines_closed_at FROM payments p
      WHERE p.payroll_id = ${payrollId} AND EXISTS (
        SELECT FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
        WHERE t.payment_id = p.id AND t.state = 'confirmed' AND o.payment_line_id IS NOT NULL)
      ORDER BY p.id DESC LIMIT 1) newest
    WHERE newest.closed_at IS NOT NULL AND newest.unpaid_lines_closed_at IS NULL
      AND EXISTS (SELECT FROM payment_left_out l WHERE l.payment_id = newest.id)`
}

/**
 * The unpaid lines of the newest run of a payroll that was paid in part and not closed; null: there
 * is none.
 */
export async function readUnpaidLines(db: Db, payrollId: string): Promise<UnpaidLines | null> {
  const { rows: payments } = await sql<{ id: string; at: Date }>`
    SELECT id, created_at AS at FROM payments WHERE id IN (${selectPaidInPart(payrollId)})
    ORDER BY id DESC LIMIT 1`.execute(db)
  const [payment] = payments
  if (!payment) return null
  const { rows: salaries } = await sql<Payee>`
    SELECT l.employee_id AS "employeeId", l.first_name AS "firstName", l.last_name AS "lastName",
      l.usd_cents AS "usdCents", l.address, l.script_pubkey AS script
    FROM payment_lines l WHERE l.payment_id = ${payment.id} AND ${isUnpaid}
    ORDER BY l.employee_id`.execute(db)
  return { paymentId: payment.id, at: payment.at, salaries }
}

/**
 * Gives up what a run did not pay, unpaid lines and people who were left out; its id, or null where
 * there is none.
 */
export async function closeUnpaid(db: Db, companyId: string, payrollId: string) {
  const row = await db
    .updateTable('payments')
    .set({ unpaid_lines_closed_at: new Date() })
    .where('company_id', '=', companyId)
    .where(
      sql<boolean>`id IN (${selectPaidInPart(payrollId)} UNION ${hasLeftPeopleOut(payrollId)})`,
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Opens a run again for its unpaid lines, which keep person, address and cents and get `satsOfLine`
 * (by employee), at the rate of now. Under the payroll's lock, which no block takes: throws
 * UnpaidLinesChanged where one paid some of them meanwhile. Returns the first free position.
 */
export async function reopenRun(
  trx: Trx,
  companyId: string,
  { paymentId, salaries }: UnpaidLines,
  satsOfLine: Map<string, bigint>,
): Promise<number> {
  const { numAffectedRows: resumed } = await sql`
    UPDATE payment_lines l SET sats = n.sats
    FROM unnest(${arrayText(satsOfLine.keys())}::uuid[], ${arrayText(satsOfLine.values())}::bigint[])
      AS n (employee_id, sats)
    WHERE l.company_id = ${companyId} AND l.payment_id = ${paymentId}
      AND l.employee_id = n.employee_id AND ${isUnpaid}`.execute(trx)
  if (Number(resumed) !== salaries.length)
    throw new UnpaidLinesChanged('Not all of the rest is unpaid')
  const { rows: opened } = await sql<{ position: number }>`
    UPDATE payments SET closed_at = NULL,
      total_sats = (SELECT sum(sats) FROM payment_lines WHERE payment_id = payments.id)
    WHERE id = ${paymentId} AND company_id = ${companyId} AND closed_at IS NOT NULL
    RETURNING (SELECT max(position) + 1 FROM transactions WHERE payment_id = payments.id) AS position`.execute(
    trx,
  )
  const [payment] = opened
  if (!payment) throw new UnpaidLinesChanged('A run that is open has no rest')
  return payment.position
}
