import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { paidEarlyMs } from '#domain/occurrence-state.ts'
import type { OwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { isStanding } from '../periods/line-of-period.ts'
import {
  type ElsewhereLine,
  type PeriodToPay,
  readPaidElsewhereOf,
} from '../periods/paid-elsewhere.ts'
import { hasLaterRun, isPeriodPaid } from './period-paid.ts'

/**
 * A person who has a line of the period that a press would pay now, or of one that overlaps it
 * elsewhere, so that the press pays no second one.
 */
export type PaidOfNext = { payrollId: string; employeeId: string; elsewhere: ElsewhereLine | null }

/** Reads the people whom a press of one of these periods leaves aside; mostly nobody. */
export async function readPaidOf(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  periods: readonly PeriodToPay[],
): Promise<PaidOfNext[]> {
  if (periods.length === 0) return []
  const paid = await readPaid(db, periods)
  const isPaid = new Set(paid.map(({ payrollId, employeeId }) => `${payrollId} ${employeeId}`))
  const elsewhere = await readPaidElsewhereOf(db, macKey, companyId, periods, null)
  const others = [...elsewhere].flatMap(([payrollId, people]) =>
    [...people].map(([employeeId, [line]]) => ({ payrollId, employeeId, elsewhere: line })),
  )
  return [
    ...paid,
    ...others.filter(({ payrollId, employeeId }) => !isPaid.has(`${payrollId} ${employeeId}`)),
  ]
}

/** Finds the period that a press of each of these payrolls would pay, where anybody may have been paid for it. */
export async function readNextPeriods(
  db: Db,
  { rows: paydays, asTable }: OwnOccurrences,
  payrollIds: readonly string[],
  now: Date,
): Promise<PeriodToPay[]> {
  const dated = new Set(paydays.map((payday) => payday.payroll_id))
  if (!payrollIds.some((id) => dated.has(id))) return []
  const soon = new Date(now.getTime() + paidEarlyMs)
  const { rows } = await sql<PeriodToPay>`
    WITH ${asTable}
    SELECT DISTINCT ON (o.payroll_id) o.payroll_id AS "payrollId", o.period_key AS key
    FROM own_occurrences o
    WHERE o.payroll_id = ANY(${arrayText(payrollIds)}::uuid[]) AND o.kind = 'REGULAR'
      AND o.skipped_at IS NULL AND o.due_at <= ${soon}
      AND EXISTS (SELECT FROM period_claims c WHERE c.company_id = o.company_id)
      AND NOT ${hasLaterRun} AND NOT ${isPeriodPaid}
    -- The newest payday that is due comes first, else the next one.
    ORDER BY o.payroll_id, o.due_at > ${now}, abs(extract(epoch FROM o.due_at - ${now}::timestamptz))`.execute(
    db,
  )
  return rows
}

async function readPaid(db: Db, next: readonly PeriodToPay[]): Promise<PaidOfNext[]> {
  const { rows } = await sql<Omit<PaidOfNext, 'elsewhere'>>`
    SELECT DISTINCT p.payroll_id AS "payrollId", l.employee_id AS "employeeId"
    FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id
    WHERE (p.payroll_id, p.period_key) IN (
        SELECT * FROM unnest(${next.map(({ payrollId }) => payrollId)}::uuid[],
          ${next.map(({ key }) => key)}::text[]))
      AND NOT p.extra AND p.kind = 'REGULAR' AND ${isStanding}`.execute(db)
  return rows.map((row) => ({ ...row, elsewhere: null }))
}
