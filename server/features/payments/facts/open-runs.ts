import { sql } from 'kysely'
import { arrayText, type Db } from '#server/platform/db/database.ts'

/** Selects the open payment or withdrawal of payroll `x`, also one that a reorganisation put back. */
export const openRun = sql`
  SELECT p.id AS payment, NULL::uuid AS withdrawal, p.created_at, p.kind <> 'REGULAR' AS special,
    known.waits_in_dollars FROM sheets p JOIN sheet_states known ON known.id = p.id
  WHERE p.payroll_id = x.id AND (p.closed_at IS NULL OR p.id IN (
    SELECT t.sheet_id FROM transactions t
    WHERE t.payroll_id = x.id AND t.type = 'send' AND t.live))
  UNION ALL
  SELECT NULL, w.id, w.created_at, false, false FROM withdrawals w
  WHERE w.payroll_id = x.id AND (w.closed_at IS NULL OR w.id IN (
    SELECT t.withdrawal_id FROM transactions t
    WHERE t.payroll_id = x.id AND t.type = 'withdrawal' AND t.live))
  ORDER BY payment DESC NULLS LAST, withdrawal DESC LIMIT 1`

/** The payment of a payroll that may still move, or else its withdrawal, by its transaction. */
export type UnderWay = {
  open: { id: string } | null
  withdrawing: { transactionId: string } | null
}

const nothing: UnderWay = { open: null, withdrawing: null }

/** Reads what is under way in each of these payrolls; one in which nothing is has no entry. */
export async function readUnderWay(
  db: Db,
  payrollIds: readonly string[],
): Promise<Map<string, UnderWay>> {
  const { rows } = await sql<{ id: string; payment: string | null; transactionId: string | null }>`
    SELECT x.id, run.payment, (
      SELECT max(t.id::text) FROM transactions t WHERE t.withdrawal_id = run.withdrawal) AS "transactionId"
    FROM unnest(${arrayText(payrollIds)}::uuid[]) AS x (id)
    CROSS JOIN LATERAL (${openRun}) AS run`.execute(db)
  return new Map(
    rows.map(({ id, payment, transactionId }) => [
      id,
      {
        open: payment ? { id: payment } : null,
        withdrawing: transactionId ? { transactionId } : null,
      },
    ]),
  )
}

export const findUnderWay = async (db: Db, payrollId: string): Promise<UnderWay> =>
  (await readUnderWay(db, [payrollId])).get(payrollId) ?? nothing
