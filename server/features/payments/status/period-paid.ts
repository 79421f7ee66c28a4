import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { missedForMs } from '#domain/occurrence-state.ts'
import { type OwnOccurrences, readOwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { hasLineOfPeriod } from '../periods/line-of-period.ts'

/** Run `p` counts for its period. */
export const countsForPeriod = sql<boolean>`EXISTS (
  SELECT FROM sheet_states known WHERE known.id = p.id AND known.counts_for_period)`

/** The runs that count for the period of occurrence `o`, without extra runs. */
export const runsOfPeriod = sql`
  sheets p WHERE p.payroll_id = o.payroll_id AND p.period_key = o.period_key AND NOT p.extra
    AND ${countsForPeriod}`

/**
 * A later payday of the same payroll as occurrence `o` has a run that counts: a press does not go
 * back before it.
 */
export const hasLaterRun = sql<boolean>`EXISTS (
  SELECT FROM sheets p
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

/** Reads the paydays of these payrolls. */
export const readPaydaysOf = (
  db: Db,
  macKey: KeyObject,
  payrollIds: readonly string[],
): Promise<OwnOccurrences> =>
  readOwnOccurrences(db, macKey, sql`o.payroll_id = ANY(${arrayText(new Set(payrollIds))}::uuid[])`)

/** Reads when the next unpaid one of these paydays is due, by payroll. */
export async function readNextDue(
  db: Db,
  { rows: paydays, asTable }: OwnOccurrences,
  now: Date,
): Promise<Map<string, Date>> {
  // To plan a statement with `isPeriodPaid` takes PostgreSQL ten times as long as any other.
  if (paydays.length === 0) return new Map()
  const since = new Date(now.getTime() - missedForMs)
  const { rows } = await sql<{ id: string; dueAt: Date }>`
    WITH ${asTable}
    SELECT o.payroll_id AS id, min(o.due_at) AS "dueAt" FROM own_occurrences o
    WHERE o.kind = 'REGULAR' AND o.due_at > ${since} AND o.skipped_at IS NULL
      AND NOT ${isPeriodPaid} AND NOT ${hasLaterRun}
    GROUP BY o.payroll_id`.execute(db)
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]))
}
