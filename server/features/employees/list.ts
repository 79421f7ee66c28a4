import { type RawBuilder, sql } from 'kysely'
import type { Employee, EmployeeQuery } from '#contract/employees.ts'
import { type Db, isUuid, runPrepared } from '#server/platform/db/database.ts'
import { keptCount, keptMembers } from './counts.ts'
import { type Searched, searchFor } from './search.ts'
import { type ListedRow, listed, toEmployee } from './store.ts'

type EmployeePage = { employees: Employee[]; matched: number }
const columns = sql.join(listed.map((name) => sql.ref(name)))

/** Whom a list is asked for. Written as it is sent: this is the list that is read more than all others. */
function matching(
  companyId: string,
  { creationType, payroll, excludePayroll }: EmployeeQuery,
  searched: Searched | null,
): RawBuilder<unknown> {
  const conditions = [sql`company_id = ${companyId}`, sql`deleted_at IS NULL`]
  if (searched) conditions.push(searched.condition)
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

async function countMatching(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
  people: RawBuilder<unknown>,
): Promise<number> {
  const { search, creationType, payroll, excludePayroll } = query
  if (!search && !payroll) {
    const all = await keptCount(db, companyId, creationType)
    const isOne = excludePayroll && isUuid(excludePayroll)
    return isOne ? all - (await keptMembers(db, companyId, excludePayroll, creationType)) : all
  }
  if (isWholePayroll(query)) return keptMembers(db, companyId, query.payroll)
  const { rows } = await sql<{ matched: bigint }>`
    SELECT count(*) AS matched FROM employees WHERE ${people}`.execute(db)
  return Number(rows[0]?.matched ?? 0n)
}

/** Where more are passed over, they are in the index alone and only the page's own rows are read. */
const passedOverAsRows = 100

type Stretch = { length: number; skipped: number; fromEnd: boolean }

function pageOf(
  companyId: string,
  query: EmployeeQuery,
  people: RawBuilder<unknown>,
  { length, skipped, fromEnd }: Stretch,
) {
  const order = fromEnd ? sql`ASC` : sql`DESC`
  const stretch = sql`${people} ORDER BY id ${order} LIMIT ${length} OFFSET ${skipped}`
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
  runPrepared(
    db,
    {
      name: `newest-employees-${length}`,
      text: `
        SELECT ${listedText} FROM employees
        WHERE company_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT ${length}`,
    },
    [companyId],
  )

type FoundRow = ({ matched: bigint } & ListedRow) | { matched: bigint; id: null }

/** A page of few, who are taken together and counted, in one statement. */
async function pageOfFew(
  db: Db,
  people: RawBuilder<unknown>,
  { page, limit }: EmployeeQuery,
): Promise<EmployeePage> {
  const { rows } = await sql<FoundRow>`
    WITH found AS MATERIALIZED (SELECT ${columns} FROM employees WHERE ${people}),
    page AS (SELECT * FROM found ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit})
    SELECT counted.matched, page.*
    FROM (SELECT count(*) AS matched FROM found) AS counted LEFT JOIN page ON true
    ORDER BY id DESC`.execute(db)
  const employees = rows.flatMap((row) => (row.id === null ? [] : toEmployee(row)))
  return { employees, matched: Number(rows[0]?.matched ?? 0n) }
}

/**
 * So few are taken together as well, once they are counted: for text that happens to be in the
 * statistics' sample everybody would be walked through, newest first.
 */
const fewMatches = 1_000

/**
 * A page of employees, newest first; rows of one CSV keep the file's order. Pages are counted off
 * from the nearer end, so that the last one costs what the first does.
 */
export async function listEmployees(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
): Promise<EmployeePage> {
  const searched = query.search ? await searchFor(db, query.search) : null
  const people = matching(companyId, query, searched)
  if (searched?.few) return pageOfFew(db, people, query)
  const matched = await countMatching(db, companyId, query, people)
  if (searched && matched <= fewMatches) return pageOfFew(db, people, query)
  const before = (query.page - 1) * query.limit
  const length = Math.min(query.limit, matched - before)
  if (length <= 0) return { employees: [], matched }
  const after = matched - before - length
  const fromEnd = after < before
  const skipped = fromEnd ? after : before
  const rows =
    isPlain(query) && skipped === 0 && !fromEnd
      ? await newest(db, companyId, length)
      : (await pageOf(companyId, query, people, { length, skipped, fromEnd }).execute(db)).rows
  if (fromEnd) rows.reverse()
  return { employees: rows.map(toEmployee), matched }
}
