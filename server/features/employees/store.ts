import type { Selectable } from 'kysely'
import type { Employee, EmployeeQuery } from '#contract/employees.ts'
import { usdNumber } from '#domain/money.ts'
import { type Db, isUuid } from '#server/platform/database.ts'
import type { Employees } from '#server/platform/database-types.ts'
import { containsText } from '#server/platform/search.ts'

export type EmployeeRow = Omit<Selectable<Employees>, 'search'>

export function toEmployee(row: EmployeeRow): Employee {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    identification: row.identification,
    email: row.email,
    phone: row.phone,
    baseSalary: usdNumber(row.base_salary_usd_cents),
    cryptoAddress: row.address,
    creationType: row.creation_type,
    createdAt: row.created_at.toISOString(),
  }
}

function members(db: Db, payrollId: string) {
  return db
    .selectFrom('payroll_employees')
    .select('employee_id')
    .where('payroll_id', '=', payrollId)
}

function matching(db: Db, companyId: string, query: EmployeeQuery) {
  const { search, creationType, payroll, excludePayroll } = query
  let employees = db
    .selectFrom('employees as e')
    .where('e.company_id', '=', companyId)
    .where('e.deleted_at', 'is', null)
  if (search) employees = employees.where(containsText('e.search', search))
  if (creationType) employees = employees.where('e.creation_type', '=', creationType)
  if (payroll) {
    // A payroll that nobody has, has nobody in it.
    employees = isUuid(payroll)
      ? employees.where('e.id', 'in', members(db, payroll))
      : employees.where((eb) => eb.lit(false))
  }
  if (excludePayroll && isUuid(excludePayroll)) {
    employees = employees.where('e.id', 'not in', members(db, excludePayroll))
  }
  return employees
}

/** A page of employees, newest first; rows of one CSV keep the file's order. */
export async function listEmployees(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
): Promise<{ employees: Employee[]; matched: number }> {
  const rows = await matching(db, companyId, query)
    .selectAll('e')
    .orderBy('e.id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const { matched } = await matching(db, companyId, query)
    .select(({ fn }) => fn.countAll<bigint>().as('matched'))
    .executeTakeFirstOrThrow()
  return { employees: rows.map(toEmployee), matched: Number(matched) }
}

const liveEmployee = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

export async function findEmployee(
  db: Db,
  companyId: string,
  id: string,
): Promise<EmployeeRow | null> {
  return (await liveEmployee(db, companyId, id).executeTakeFirst()) ?? null
}

/** The same, kept as it is until the end of the transaction. */
export async function lockEmployee(
  db: Db,
  companyId: string,
  id: string,
): Promise<EmployeeRow | null> {
  return (await liveEmployee(db, companyId, id).forUpdate().executeTakeFirst()) ?? null
}

/** Whether a script belongs to a payroll: paying it as a salary would pay the company itself. */
export async function isOwnScript(db: Db, script: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('addresses')
    .select('payroll_id')
    .where('script_pubkey', '=', script)
    .executeTakeFirst()
  return row !== undefined
}

/** The employee stays for past payments' sake, out of every list and every payroll. */
export async function deleteEmployee(db: Db, companyId: string, id: string): Promise<void> {
  await db
    .deleteFrom('payroll_employees')
    .where('company_id', '=', companyId)
    .where('employee_id', '=', id)
    .execute()
  await db
    .updateTable('employees')
    .set({ deleted_at: new Date() })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
