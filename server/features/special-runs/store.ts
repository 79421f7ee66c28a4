import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { yearOfKey } from '#domain/special-pay/index.ts'
import { type Draft, findDraft } from '#server/authorization/draft-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { readOwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The draft of a special pay, with its payroll. */
export type SpecialDraft = Draft & { payrollName: string; year: number }

/**
 * Finds the draft of a payroll that was not deleted. `lock`: nobody else saves it until the SQL
 * transaction ends.
 */
export async function findRun(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  id: string,
  lock: boolean,
): Promise<SpecialDraft | null> {
  const draft = await findDraft(db, macKey, { companyId, id }, lock)
  const payroll =
    draft &&
    (await db
      .selectFrom('payrolls')
      .select('name')
      .where('id', '=', draft.payrollId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  if (!draft || !payroll) return null
  const { payrollId, periodKey } = draft
  const ofRun = sql`o.payroll_id = ${payrollId} AND o.period_key = ${periodKey}`
  const [payday] = (await readOwnOccurrences(db, macKey, ofRun)).rows
  const dueAt = payday?.due_at ?? draft.dueAt
  return { ...draft, dueAt, payrollName: payroll.name, year: yearOfKey(periodKey) }
}

export type PayrollMember = {
  employeeId: string
  firstName: string
  lastName: string
  creationType: 'REGULAR' | 'CSV'
  baseSalaryUsdCents: bigint
  hiredOn: string | null
  payFrequency: 'MONTH' | 'FORTNIGHT' | null
}

/** Reads the present people of a payroll, by name. */
export async function readMembers(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  payrollId: string,
): Promise<PayrollMember[]> {
  const { rows } = await sql<PayrollMember & MacRow<'payroll_employees'>>`
    SELECT ${selectMacColumns('payroll_employees', 'm')}, e.id AS "employeeId", e.first_name AS "firstName", e.last_name AS "lastName",
      e.creation_type AS "creationType", e.base_salary_usd_cents AS "baseSalaryUsdCents",
      e.hired_on AS "hiredOn", e.pay_frequency AS "payFrequency"
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND e.deleted_at IS NULL
    ORDER BY plain_text(e.first_name), plain_text(e.last_name), e.id`.execute(db)
  return rows.filter((row) => isTrue(macKey, 'payroll_employees', row))
}
