import { type RawBuilder, sql } from 'kysely'
import type { Employee, EmployeeQuery } from '#contract/employees.ts'
import { type Db, isUuid, runPrepared } from '#server/platform/db/database.ts'
import { containsText } from '#server/platform/db/search.ts'
import { type ListedRow, listed, toEmployee } from './store.ts'

type EmployeePage = { employees: Employee[]; matched: number }
const columns = sql.join(listed.map((name) => sql.ref(`employees.${name}`)))

const members = (payrollId: string) =>
  sql`SELECT employee_id FROM payroll_employees WHERE payroll_id = ${payrollId}`

function matching(
  companyId: string,
  { search, creationType, payroll, excludePayroll }: EmployeeQuery,
): RawBuilder<unknown> {
  const conditions = [sql`company_id = ${companyId}`, sql`deleted_at IS NULL`]
  if (search) conditions.push(containsText('search', search))
  if (creationType) conditions.push(sql`creation_type = ${creationType}`)
  // An unknown payroll has nobody in it.
  if (payroll) conditions.push(isUuid(payroll) ? sql`id IN (${members(payroll)})` : sql`false`)
  if (excludePayroll && isUuid(excludePayroll)) {
    conditions.push(sql`NOT EXISTS (${members(excludePayroll)} AND employee_id = employees.id)`)
  }
  return sql.join(conditions, sql` AND `)
}

/** A page of employees, newest first; rows of one CSV keep the file's order. */
export function listEmployees(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
): Promise<EmployeePage> {
  const { search, creationType, payroll, excludePayroll, page, limit } = query
  const isFiltered = search || creationType || payroll || excludePayroll
  if (!isFiltered && page === 1) return newestEmployees(db, companyId, limit)
  const people = matching(companyId, query)
  return query.search || query.payroll
    ? someEmployees(db, people, query)
    : everyEmployee(db, people, query)
}

const ofCompany = 'FROM employees WHERE company_id = $1 AND deleted_at IS NULL'

/** The list as people open it, which they read more than all others. */
async function newestEmployees(db: Db, companyId: string, limit: number): Promise<EmployeePage> {
  // Planned for each company: a plan kept for all of them reads the whole table for a small one.
  const { rows: counts } = await sql<{ matched: bigint }>`
    SELECT count(*) AS matched FROM employees
    WHERE company_id = ${companyId} AND deleted_at IS NULL`.execute(db)
  const newest = {
    name: `newest-employees-${limit}`,
    text: `SELECT ${listed.join(', ')} ${ofCompany} ORDER BY id DESC LIMIT ${limit}`,
  }
  const rows = await runPrepared<ListedRow>(db, newest, [companyId])
  return { employees: rows.map(toEmployee), matched: Number(counts[0]?.matched ?? 0n) }
}

const stretchOf = ({ page, limit }: EmployeeQuery) =>
  sql`ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`

/** Skips rows by their ids, which the index holds: late pages of a long list read no other columns. */
async function everyEmployee(
  db: Db,
  people: RawBuilder<unknown>,
  query: EmployeeQuery,
): Promise<EmployeePage> {
  const { rows: counts } = await sql<{ matched: bigint }>`
    SELECT count(*) AS matched FROM employees WHERE ${people}`.execute(db)
  const { rows } = await sql<ListedRow>`
    SELECT ${columns} FROM employees
    WHERE id IN (SELECT id FROM employees WHERE ${people} ${stretchOf(query)})
    ORDER BY id DESC`.execute(db)
  return { employees: rows.map(toEmployee), matched: Number(counts[0]?.matched ?? 0n) }
}

type FoundRow = ({ matched: bigint } & ListedRow) | { matched: bigint; id: null }

/** Finds them all first: walking through everybody in search of ten takes a second among a million. */
async function someEmployees(
  db: Db,
  people: RawBuilder<unknown>,
  query: EmployeeQuery,
): Promise<EmployeePage> {
  const { rows } = await sql<FoundRow>`
    WITH found AS MATERIALIZED (SELECT id FROM employees WHERE ${people}),
    page AS (SELECT id FROM found ${stretchOf(query)})
    SELECT counted.matched, ${columns}
    FROM (SELECT count(*) AS matched FROM found) AS counted
    LEFT JOIN (page JOIN employees USING (id)) ON true
    ORDER BY employees.id DESC`.execute(db)
  const employees = rows.flatMap((row) => (row.id === null ? [] : toEmployee(row)))
  return { employees, matched: Number(rows[0]?.matched ?? 0n) }
}
