import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { EmployeeList, EmployeeQuery, Readiness } from '#contract/employees.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { fieldTable, filterFields } from '#domain/employee-fields.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import { type Db, isUuid, runPrepared } from '#server/platform/db/database.ts'
import { containsText } from '#server/platform/db/search.ts'
import { type Held, readinessOf } from './readiness.ts'
import { type ListedRow, selectListColumns } from './store.ts'

type FoundPage = { rows: ListedRow[]; matched: number }
type Filters = Omit<EmployeeQuery, 'page' | 'limit' | 'counts'>

const members = (payrollId: string) =>
  sql`SELECT employee_id FROM payroll_members WHERE payroll_id = ${payrollId}`

function matching(
  companyId: string,
  { search, creationType, payroll, excludePayroll, address, readiness, ...filters }: Filters,
  network: Network,
  held: Held,
): RawBuilder<unknown> {
  const conditions = [sql`company_id = ${companyId}`, sql`deleted_at IS NULL`]
  if (search) conditions.push(containsText('search', search))
  if (creationType) conditions.push(sql`creation_type = ${creationType}`)
  // An unknown payroll has nobody in it.
  if (payroll) conditions.push(isUuid(payroll) ? sql`id IN (${members(payroll)})` : sql`false`)
  if (excludePayroll && isUuid(excludePayroll)) {
    conditions.push(sql`NOT EXISTS (${members(excludePayroll)} AND employee_id = employees.id)`)
  }
  if (address) {
    const parsed = parseBtcAddress(address, network)
    conditions.push(parsed.ok ? sql`script_pubkey = ${Buffer.from(parsed.script)}` : sql`false`)
  }
  for (const field of filterFields) {
    const column = sql.ref(fieldTable[field].column)
    const value = filters[field]
    if (value) conditions.push(sql`lower(${column}) = lower(${value})`)
  }
  if (readiness) conditions.push(sql`${readinessOf(companyId, held)} = ANY(${readiness}::text[])`)
  return sql.join(conditions, sql` AND `)
}

/**
 * A page of rows, newest first; rows of one CSV keep the file's order. `held`: for a filter by
 * readiness.
 */
export async function findPage(
  db: Db,
  { companyId, macKey, now }: { companyId: string; macKey: KeyObject; now: Date },
  query: EmployeeQuery,
  network: Network,
  held: Held,
): Promise<FoundPage> {
  const { search, creationType, payroll, excludePayroll, address, page } = query
  const isSearched =
    search || payroll || address || query.readiness || filterFields.some((field) => query[field])
  const isFiltered = isSearched || creationType || excludePayroll
  const pairs = await readAcceptedPairs(db, macKey, companyId)
  const columns = selectListColumns(companyId, now, pairs)
  if (!isFiltered && page === 1) return newestEmployees(db, companyId, query.limit, columns)
  const people = matching(companyId, query, network, held)
  return isSearched
    ? someEmployees(db, people, query, columns)
    : everyEmployee(db, people, query, columns)
}

type Counted = { readiness: Readiness; people: bigint; invited: bigint; dollars: bigint }

/** Counts the people of each readiness, and those ever invited, whichever the list shows. */
export async function countReadiness(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
  network: Network,
  held: Held,
): Promise<NonNullable<EmployeeList['readiness']>> {
  const people = matching(companyId, { ...query, readiness: undefined }, network, held)
  const { rows } = await sql<Counted>`
    SELECT ${readinessOf(companyId, held)} AS readiness, count(*) AS people,
      count(invited_at) AS invited, count(*) FILTER (WHERE bitcoin_percent < 100) AS dollars
    FROM employees WHERE ${people} GROUP BY 1`.execute(db)
  const counts = {
    noAddress: 0,
    addressHeld: 0,
    accountHeld: 0,
    noConsent: 0,
    notInvited: 0,
    noEmail: 0,
    ready: 0,
  }
  for (const row of rows) counts[row.readiness] = Number(row.people)
  return {
    counts,
    invited: rows.reduce((sum, { invited }) => sum + Number(invited), 0),
    inDollars: rows.reduce((sum, { dollars }) => sum + Number(dollars), 0),
  }
}

/** Most departments given: nobody looks for one among more. */
const departmentsAtMost = 200

/** Reads the departments of the people, however each writes them. */
export async function readDepartments(
  db: Db,
  companyId: string,
  query: EmployeeQuery,
  network: Network,
): Promise<string[]> {
  const people = matching(
    companyId,
    { ...query, department: undefined, readiness: undefined },
    network,
    [],
  )
  const { rows } = await sql<{ department: string }>`
    SELECT min(department) AS department FROM employees
    WHERE ${people} AND department <> '' GROUP BY lower(department)
    ORDER BY plain_text(min(department)) LIMIT ${sql.lit(departmentsAtMost)}`.execute(db)
  return rows.map(({ department }) => department)
}

/** The list without filters, which people read most. */
async function newestEmployees(
  db: Db,
  companyId: string,
  limit: number,
  columns: RawBuilder<unknown>,
): Promise<FoundPage> {
  // Planned for each company: a shared plan would read the whole table for a small company.
  const { rows: counts } = await sql<{ matched: bigint }>`
    SELECT count(*) AS matched FROM employees
    WHERE company_id = ${companyId} AND deleted_at IS NULL`.execute(db)
  const newest = sql`
    SELECT ${columns} FROM employees WHERE company_id = ${companyId} AND deleted_at IS NULL
    ORDER BY id DESC LIMIT ${sql.lit(limit)}`.compile(db)
  const prepared = { name: `newest-employees-${limit}`, text: newest.sql }
  const rows = await runPrepared<ListedRow>(db, prepared, newest.parameters)
  return { rows, matched: Number(counts[0]?.matched ?? 0n) }
}

const stretchOf = ({ page, limit }: EmployeeQuery) =>
  sql`ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`

/**
 * Skips rows by their ids alone, from the index, so that late pages of a long list read no other
 * columns.
 */
async function everyEmployee(
  db: Db,
  people: RawBuilder<unknown>,
  query: EmployeeQuery,
  columns: RawBuilder<unknown>,
): Promise<FoundPage> {
  const { rows: counts } = await sql<{ matched: bigint }>`
    SELECT count(*) AS matched FROM employees WHERE ${people}`.execute(db)
  const { rows } = await sql<ListedRow>`
    SELECT ${columns} FROM employees
    WHERE id IN (SELECT id FROM employees WHERE ${people} ${stretchOf(query)})
    ORDER BY id DESC`.execute(db)
  return { rows, matched: Number(counts[0]?.matched ?? 0n) }
}

type FoundRow = ({ matched: bigint } & ListedRow) | { matched: bigint; id: null }

/**
 * Finds all matches first: walking through everybody in search of ten takes a second among a
 * million.
 */
async function someEmployees(
  db: Db,
  people: RawBuilder<unknown>,
  query: EmployeeQuery,
  columns: RawBuilder<unknown>,
): Promise<FoundPage> {
  const { rows } = await sql<FoundRow>`
    WITH found AS MATERIALIZED (SELECT id FROM employees WHERE ${people}),
    page AS (SELECT id FROM found ${stretchOf(query)})
    SELECT counted.matched, ${columns}
    FROM (SELECT count(*) AS matched FROM found) AS counted
    LEFT JOIN (page JOIN employees USING (id)) ON true
    ORDER BY employees.id DESC`.execute(db)
  const found = rows.flatMap((row) => (row.id === null ? [] : [row]))
  return { rows: found, matched: Number(rows[0]?.matched ?? 0n) }
}
