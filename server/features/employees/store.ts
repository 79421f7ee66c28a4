import type { Selectable } from 'kysely'
import type { Employee } from '#contract/employees.ts'
import { usdNumber } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Employees } from '#server/platform/db/database-types.ts'

export type EmployeeRow = Omit<Selectable<Employees>, 'search'>

/** The columns that a list shows. */
export const listed = [
  'id',
  'first_name',
  'last_name',
  'identification',
  'email',
  'phone',
  'base_salary_usd_cents',
  'address',
  'creation_type',
  'created_at',
] as const
export type ListedRow = Pick<EmployeeRow, (typeof listed)[number]>

export function toEmployee(row: ListedRow): Employee {
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
