import { sql } from 'kysely'
import { paidEarlyMs } from '#domain/occurrence-state.ts'
import type { OwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { isStanding, selectRuns } from '../periods/line-of-period.ts'
import { hasLaterRun, isPeriodPaid } from './period-paid.ts'

/**
 * A person who has a line of the period that a press would pay now, so that the press pays no
 * second one.
 */
export type PaidOfNext = { payrollId: string; employeeId: string }

/**
 * Reads the people of these payrolls who have a line of the next of these paydays. They are few, because
 * most runs pay everybody.
 */
export async function readPaidOfNext(
  db: Db,
  { rows: paydays, asTable }: OwnOccurrences,
  payrollIds: readonly string[],
  now: Date,
): Promise<PaidOfNext[]> {
  const dated = new Set(paydays.map((payday) => payday.payroll_id))
  if (!payrollIds.some((id) => dated.has(id))) return []
  const soon = new Date(now.getTime() + paidEarlyMs)
  const { rows } = await sql<PaidOfNext>`
    WITH ${asTable},
    next AS MATERIALIZED (
      SELECT DISTINCT ON (o.payroll_id) o.payroll_id, o.period_key FROM own_occurrences o
      WHERE o.payroll_id = ANY(${arrayText(payrollIds)}::uuid[]) AND o.kind = 'REGULAR'
        AND o.skipped_at IS NULL AND o.due_at <= ${soon}
        AND EXISTS (SELECT FROM period_claims c WHERE c.payroll_id = o.payroll_id)
        AND NOT ${hasLaterRun} AND NOT ${isPeriodPaid}
      -- The newest payday that is due comes first, else the next one.
      ORDER BY o.payroll_id, o.due_at > ${now}, abs(extract(epoch FROM o.due_at - ${now}::timestamptz))),
    run AS MATERIALIZED (${selectRuns(sql<boolean>`
      (p.payroll_id, p.period_key) IN (SELECT payroll_id, period_key FROM next)
      AND NOT p.extra AND p.special_run_id IS NULL`)})
    SELECT DISTINCT p.payroll_id AS "payrollId", l.employee_id AS "employeeId"
    FROM run JOIN payments p ON p.id = run.id JOIN payment_lines l ON l.payment_id = p.id
    WHERE ${isStanding}`.execute(db)
  return rows
}
