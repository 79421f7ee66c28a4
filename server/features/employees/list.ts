import { type RawBuilder, sql } from 'kysely'
import type { Employee, EmployeeQuery } from '#contract/employees.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
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

type Row = ({ matched: bigint } & ListedRow) | { matched: bigint; id: null }

/** A page of employees, newest first; rows of one CSV keep the file's order. */
export async function listEmployees(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
): Promise<EmployeePage> {
  const people = matching(companyId, query)
  // Materialized for a search or a payroll: looking for ten of a few by walking through all, newest
  // first, takes a second among a million. Without either, counting and the page each walk their index.
  const hint = query.search || query.payroll ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`
  const { rows } = await sql<Row>`
    WITH found AS ${hint} (SELECT id FROM employees WHERE ${people}),
    page AS (
      SELECT id FROM found ORDER BY id DESC
      LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}
    )
    SELECT counted.matched, ${columns}
    FROM (SELECT count(*) AS matched FROM found) AS counted
    LEFT JOIN (page JOIN employees USING (id)) ON true
    ORDER BY employees.id DESC`.execute(db)
  const employees = rows.flatMap((row) => (row.id === null ? [] : toEmployee(row)))
  return { employees, matched: Number(rows[0]?.matched ?? 0n) }
}
