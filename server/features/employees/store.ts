import type { Selectable } from 'kysely'
import type { Employee, EmployeeQuery } from '#contract/employees.ts'
import { usdNumber } from '#domain/money.ts'
import { type Db, isUuid } from '#server/platform/database.ts'
import type { Employees } from '#server/platform/database-types.ts'
import { containsText } from '#server/platform/search.ts'
import { keptCount } from './counts.ts'

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

async function countMatching(db: Db, companyId: string, query: EmployeeQuery): Promise<number> {
  if (!query.search && !query.payroll && !query.excludePayroll) {
    return keptCount(db, companyId, query.creationType)
  }
  const { matched } = await matching(db, companyId, query)
    .select(({ fn }) => fn.countAll<bigint>().as('matched'))
    .executeTakeFirstOrThrow()
  return Number(matched)
}

/**
 * A page of employees, newest first; rows of one CSV keep the file's order. Pages are counted off
 * from the nearer end, so that the last one costs what the first does, and by the index alone.
 */
export async function listEmployees(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
): Promise<{ employees: Employee[]; matched: number }> {
  const matched = await countMatching(db, companyId, query)
  const before = (query.page - 1) * query.limit
  const length = Math.min(query.limit, matched - before)
  if (length <= 0) return { employees: [], matched }
  const after = matched - before - length
  const fromEnd = after < before
  const ids = matching(db, companyId, query)
    .select('e.id')
    .orderBy('e.id', fromEnd ? 'asc' : 'desc')
    .limit(length)
    .offset(fromEnd ? after : before)
  const rows = await db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return { employees: rows.map(toEmployee), matched }
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
