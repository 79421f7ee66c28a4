import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** A payment, or a spend of our keys that the records did not know and that pays people of the payroll. */
export type PayrollLastPayment = { id: string; at: Date; isUntracked: boolean }

/** True for a transaction `t` that pays people, or still can. */
const counts = sql<boolean>`t.type = 'send' AND t.sats > 0 AND (t.live OR t.state = 'confirmed')`

/**
 * When a payment last began or was confirmed. Its rest is ordered later than the payment, a batch that
 * waited for its lane is signed later, and a reorganisation can confirm it once more.
 */
const lastMoved = sql<Date>`(
  SELECT max(greatest(t.created_at, batch.signed_at, t.confirmed_at)) FROM transactions t
  LEFT JOIN transactions batch ON batch.id = t.root_id
    AND EXISTS (SELECT FROM transaction_outputs o WHERE o.lane_of = batch.id)
  WHERE t.payment_id = p.id AND ${counts})`

/**
 * The last pay of a payroll's people: the newest payment that was neither rejected nor cancelled
 * nor failed, one that was confirmed later, or an untracked spend.
 */
export async function readPayrollLastPayment(
  db: Db,
  payrollId: string,
): Promise<PayrollLastPayment | null> {
  const { rows } = await sql<PayrollLastPayment>`
    WITH counted AS (
      SELECT p.id FROM payments p
      WHERE p.payroll_id = ${payrollId} AND EXISTS (
        SELECT FROM transactions t
        WHERE t.payment_id = p.id AND ${counts})
      ORDER BY p.id DESC LIMIT 1),
    confirmed AS (
      SELECT t.payment_id AS id FROM transactions t
      WHERE t.payroll_id = ${payrollId} AND t.payment_id IS NOT NULL AND t.type = 'send'
        AND t.sats > 0 AND t.confirmed_at IS NOT NULL
      ORDER BY t.confirmed_at DESC LIMIT 1)
    SELECT p.id, ${lastMoved} AS at, false AS "isUntracked" FROM payments p
    WHERE p.id IN (SELECT id FROM counted UNION SELECT id FROM confirmed)
    UNION ALL
    SELECT t.id, t.confirmed_at, true FROM transactions t
    WHERE t.payroll_id = ${payrollId} AND t.untracked AND t.confirmed_at IS NOT NULL AND (
      EXISTS (
        SELECT FROM transaction_outputs o
        JOIN employees e ON e.company_id = t.company_id AND e.script_pubkey = o.script_pubkey
        JOIN payroll_employees m ON m.employee_id = e.id AND m.payroll_id = t.payroll_id
        WHERE o.transaction_id = t.id)
      -- Somebody may have another address since.
      OR EXISTS (SELECT FROM untracked_payouts s WHERE s.transaction_id = t.id))
    ORDER BY at DESC NULLS LAST LIMIT 1`.execute(db)
  return rows[0] ?? null
}
