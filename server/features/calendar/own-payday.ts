import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { usdNumber } from '#domain/money.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { readOwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import { hasLineOfPeriod } from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'

type Person = { companyId: string; employeeIds: readonly string[] }

/**
 * Reads one person's next payday, in any row and payroll; null: no payroll has dates, or all are
 * paid. A late payday still counts as the next one, unless `from` is given.
 */
export async function readOwnNextPayday(
  db: Db,
  macKey: KeyObject,
  { companyId, employeeIds }: Person,
  now: Date,
  { from = new Date(now.getTime() - occurrenceWindowMs) }: { from?: Date } = {},
): Promise<{ at: string; usd: number } | null> {
  const ofPerson = sql`o.kind = 'REGULAR' AND o.skipped_at IS NULL AND o.due_at > ${from}
    AND o.payroll_id IN (
      SELECT payroll_id FROM payroll_members WHERE employee_id = ANY(${[...employeeIds]}::uuid[]))`
  const { asTable } = await readOwnOccurrences(db, macKey, ofPerson)
  const { rows } = await sql<{ dueAt: Date; usdCents: bigint }>`
    WITH ${asTable}
    SELECT o.due_at AS "dueAt", e.base_salary_usd_cents AS "usdCents"
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id AND e.deleted_at IS NULL
    JOIN payrolls r ON r.id = m.payroll_id AND r.deleted_at IS NULL
    JOIN own_occurrences o ON o.payroll_id = m.payroll_id
    WHERE m.company_id = ${companyId} AND m.employee_id = ANY(${[...employeeIds]}::uuid[])
      AND NOT ${hasLineOfPeriod({
        companyId: 'm.company_id',
        payrollId: 'm.payroll_id',
        key: 'o.period_key',
        employeeId: 'm.employee_id',
      })}
    ORDER BY o.due_at, o.id LIMIT 1`.execute(db)
  const [next] = rows
  return next ? { at: next.dueAt.toISOString(), usd: usdNumber(next.usdCents) } : null
}

/**
 * Reads the last payday whose sheet, approved or waiting for approval, has the person. A change by
 * the person counts from the payday after it, which is `next` where it has a date. Null: a change
 * counts from the next payday.
 */
export async function readOwnPrepared(
  db: Db,
  macKey: KeyObject,
  person: Person,
  now: Date,
): Promise<{ after: string; next: string | null } | null> {
  const { companyId, employeeIds } = person
  const ofSheets = sql`o.skipped_at IS NULL AND o.id IN (
    SELECT s.occurrence_id FROM payday_sheet_lines own JOIN payday_sheets s ON s.id = own.sheet_id
    WHERE own.company_id = ${companyId} AND own.employee_id = ANY(${[...employeeIds]}::uuid[]))`
  const { asTable } = await readOwnOccurrences(db, macKey, ofSheets)
  const { rows } = await sql<{ dueAt: Date }>`
    WITH ${asTable}
    SELECT s.due_at AS "dueAt" FROM payday_sheet_lines own
    JOIN payday_sheets s ON s.id = own.sheet_id
    JOIN change_orders c ON c.id = s.change_order_id AND c.state IN ('open', 'waiting')
      AND c.expires_at > ${now}
    JOIN own_occurrences o ON o.id = s.occurrence_id
    WHERE own.company_id = ${companyId} AND own.employee_id = ANY(${[...employeeIds]}::uuid[])
      AND NOT ${hasLineOfPeriod({
        companyId: 's.company_id',
        payrollId: 's.payroll_id',
        key: 's.period_key',
        employeeId: 'own.employee_id',
      })}
    ORDER BY s.due_at DESC LIMIT 1`.execute(db)
  const [last] = rows
  if (!last) return null
  const next = await readOwnNextPayday(db, macKey, person, now, { from: last.dueAt })
  return { after: last.dueAt.toISOString(), next: next?.at ?? null }
}
