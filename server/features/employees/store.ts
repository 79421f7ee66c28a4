import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Employee, EmployeeQuery } from '#contract/employees.ts'
import { usdNumber } from '#domain/money.ts'
import { type Db, isUuid, runStatement } from '#server/platform/database.ts'
import type { Employees } from '#server/platform/database-types.ts'
import { containsText } from '#server/platform/search.ts'
import { keptCount, keptMembers } from './counts.ts'

export type EmployeeRow = Omit<Selectable<Employees>, 'search'>

/** What a list shows of somebody. */
const listed = [
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
type ListedRow = Pick<EmployeeRow, (typeof listed)[number]>
const columns = sql.join(listed.map((name) => sql.ref(name)))

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

/** Whom a list is asked for. Written as it is sent: this is the list that is read more than all others. */
function matching(companyId: string, query: EmployeeQuery): RawBuilder<unknown> {
  const { search, creationType, payroll, excludePayroll } = query
  const conditions = [sql`company_id = ${companyId}`, sql`deleted_at IS NULL`]
  if (search) conditions.push(containsText('search', search))
  if (creationType) conditions.push(sql`creation_type = ${creationType}`)
  // A payroll that nobody has, has nobody in it.
  if (payroll) conditions.push(isUuid(payroll) ? sql`id IN (${members(payroll)})` : sql`false`)
  if (excludePayroll && isUuid(excludePayroll)) {
    conditions.push(sql`NOT EXISTS (${members(excludePayroll)} AND employee_id = employees.id)`)
  }
  return sql.join(conditions, sql` AND `)
}

const members = (payrollId: string) =>
  sql`SELECT employee_id FROM payroll_employees WHERE payroll_id = ${payrollId}`

/** Whether everybody in one payroll is asked for: they are found by who is in it, not among all. */
const isWholePayroll = (query: EmployeeQuery): query is EmployeeQuery & { payroll: string } =>
  query.payroll !== undefined &&
  isUuid(query.payroll) &&
  !query.search &&
  !query.creationType &&
  !query.excludePayroll

const isPlain = ({ search, creationType, payroll, excludePayroll }: EmployeeQuery): boolean =>
  !search && !creationType && !payroll && !excludePayroll

async function countMatching(db: Db, companyId: string, query: EmployeeQuery): Promise<number> {
  const { search, creationType, payroll, excludePayroll } = query
  if (!search && !payroll) {
    const all = await keptCount(db, companyId, creationType)
    const isOne = excludePayroll && isUuid(excludePayroll)
    return isOne ? all - (await keptMembers(db, companyId, excludePayroll, creationType)) : all
  }
  if (isWholePayroll(query)) return keptMembers(db, companyId, query.payroll)
  const { rows } = await sql<{ matched: bigint }>`
    SELECT count(*) AS matched FROM employees WHERE ${matching(companyId, query)}`.execute(db)
  return Number(rows[0]?.matched ?? 0n)
}

/** Where more are passed over, they are in the index alone and only the page's own rows are read. */
const passedOverAsRows = 100

/**
 * So few are found by what they match, whatever the statistics guess: text that happens to be in their
 * sample looks a hundred times as frequent as it is, and everybody would be walked through, newest first.
 */
const fewMatches = 1_000

type Stretch = { matched: number; length: number; skipped: number; fromEnd: boolean }

function pageOf(companyId: string, query: EmployeeQuery, stretchOf: Stretch) {
  const { matched, length, skipped, fromEnd } = stretchOf
  const order = fromEnd ? sql`ASC` : sql`DESC`
  if (query.search && matched <= fewMatches) {
    return sql<ListedRow>`
      WITH found AS MATERIALIZED (
        SELECT ${columns} FROM employees WHERE ${matching(companyId, query)})
      SELECT * FROM found ORDER BY id ${order} LIMIT ${length} OFFSET ${skipped}`
  }
  const stretch = sql`${matching(companyId, query)} ORDER BY id ${order} LIMIT ${length} OFFSET ${skipped}`
  if (skipped <= passedOverAsRows && !isWholePayroll(query)) {
    return sql<ListedRow>`SELECT ${columns} FROM employees WHERE ${stretch}`
  }
  const ids = isWholePayroll(query)
    ? sql`${members(query.payroll)} ORDER BY employee_id ${order} LIMIT ${length} OFFSET ${skipped}`
    : sql`SELECT id FROM employees WHERE ${stretch}`
  return sql<ListedRow>`
    SELECT ${columns} FROM employees
    WHERE company_id = ${companyId} AND id IN (${ids})
    ORDER BY id ${order}`
}

const listedText = listed.join(', ')

/** The list as it is opened: this is read more than all others. */
const newest = (db: Db, companyId: string, length: number): Promise<ListedRow[]> =>
  runStatement(
    db,
    `SELECT ${listedText} FROM employees
    WHERE company_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT ${length}`,
    [companyId],
  )

/**
 * A page of employees, newest first; rows of one CSV keep the file's order. Pages are counted off
 * from the nearer end, so that the last one costs what the first does.
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
  const skipped = fromEnd ? after : before
  const rows =
    isPlain(query) && skipped === 0 && !fromEnd
      ? await newest(db, companyId, length)
      : (await pageOf(companyId, query, { matched, length, skipped, fromEnd }).execute(db)).rows
  if (fromEnd) rows.reverse()
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
