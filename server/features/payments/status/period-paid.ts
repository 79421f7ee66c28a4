import { sql } from 'kysely'
import { missedForMs } from '#domain/occurrence-state.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { hasLineOfPeriod } from '../periods/line-of-period.ts'

/**
 * Run `p` counts for its period: something of it is paid, or may still be. A run in dollars alone
 * has no transaction.
 */
export const countsForPeriod = sql<boolean>`(p.total_sats = 0 OR p.closed_at IS NULL OR EXISTS (
  SELECT FROM transactions t WHERE t.payment_id = p.id AND t.type = 'send' AND t.state IN
    ('pendingApproval', 'signed', 'unconfirmed', 'confirmed', 'removed')))`

/** The runs that count for the period of occurrence `o`, without extra runs. */
export const runsOfPeriod = sql`
  payments p WHERE p.payroll_id = o.payroll_id AND p.period_key = o.period_key AND NOT p.extra
    AND ${countsForPeriod}`

/**
 * A later payday of the same payroll as occurrence `o` has a run that counts: a press does not go
 * back before it.
 */
export const hasLaterRun = sql<boolean>`EXISTS (
  SELECT FROM payments p
  WHERE p.payroll_id = o.payroll_id AND p.period_due_at > o.due_at AND ${countsForPeriod})`

/** Person `m` has a line of occurrence `o`. */
const hasLine = hasLineOfPeriod({
  companyId: 'o.company_id',
  payrollId: 'o.payroll_id',
  key: 'o.period_key',
  employeeId: 'm.employee_id',
})

/**
 * Occurrence `o` is paid: by a run of everybody, or by runs of chosen people that together reached
 * everybody.
 */
export const isPeriodPaid = sql<boolean>`(EXISTS (
    SELECT FROM ${runsOfPeriod} AND NOT p.of_chosen_people)
  OR (EXISTS (SELECT FROM ${runsOfPeriod}) AND NOT EXISTS (
    SELECT FROM payroll_members m WHERE m.payroll_id = o.payroll_id AND NOT ${hasLine})))`

/**
 * Finds the payrolls that have dates. To plan a statement with `isPeriodPaid` takes PostgreSQL ten
 * times as long, and payrolls without dates never need one.
 */
export async function findPayrollsWithDates(
  db: Db,
  payrollIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${arrayText(payrollIds)}::uuid[]) AS x (id)
    WHERE EXISTS (SELECT FROM occurrences o WHERE o.payroll_id = x.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Reads when the next unpaid payday of each of these payrolls with dates is due. */
export async function readNextDue(
  db: Db,
  payrollIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (payrollIds.length === 0) return new Map()
  const since = new Date(now.getTime() - missedForMs)
  const { rows } = await sql<{ id: string; dueAt: Date }>`
    SELECT o.payroll_id AS id, min(o.due_at) AS "dueAt" FROM occurrences o
    WHERE o.payroll_id = ANY(${arrayText(payrollIds)}::uuid[]) AND o.kind = 'REGULAR'
      AND o.due_at > ${since} AND o.skipped_at IS NULL AND NOT ${isPeriodPaid} AND NOT ${hasLaterRun}
    GROUP BY o.payroll_id`.execute(db)
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]))
}
