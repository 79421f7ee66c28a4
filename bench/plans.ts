import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { EmployeeQuery } from '#contract/employees.ts'
import { auditPage } from '#server/features/audit/store.ts'
import { listSessions } from '#server/features/auth/sessions.ts'
import { activity, spendingByMonth, totalBalance } from '#server/features/dashboard/store.ts'
import { listEmployees } from '#server/features/employees/list.ts'
import { findPayroll, listPayrolls } from '#server/features/payrolls/store.ts'
import { priceHistory, readCurrentPrice } from '#server/features/prices/store.ts'
import { payrollTransactions } from '#server/features/transactions/pages.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { companyTransactions } from '#server/features/transactions/store.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/database-types.ts'
import { Client } from '#server/testing/client.ts'
import { type Installation, withInstallation } from './installation.ts'
import { fillPeople } from './people.ts'
import { type Plan, planOf } from './plan.ts'
import { fillRest, recipientsAtMost } from './rest.ts'
import { fillRuns } from './runs.ts'
import { measured } from './table.ts'

/**
 * The plans of every list and search where ROWS (1,000,000) stand in each table: time, rows and pages
 * that PostgreSQL read for it. Fails where one reads a whole big table or sorts all of it.
 */
const rows = Number(process.env.ROWS ?? 1_000_000)
const payrolls = 10_000
/** The lists whose whole plans are printed: those with SHOW in their names. */
const shown = process.env.SHOW

type Filled = {
  companyId: string
  userId: string
  sessionId: string
  payroll: string
  small: string
  paid: string
}
type List = (db: Db, it: Filled) => Promise<unknown>

const pages = rows / 10
type Asked<Query> = (it: Filled) => Omit<Query, 'page' | 'limit'> & { limit?: number }
const employees =
  (page: number, asked: Asked<EmployeeQuery> = () => ({})): List =>
  (db, it) =>
    listEmployees(db, it.companyId, { page, limit: 10, ...asked(it) })
const payrollList =
  (page: number, search?: string): List =>
  (db, { companyId }) =>
    listPayrolls(db, companyId, { page, limit: 10, search })
const transactions =
  (page: number, wanted: { state?: 'failed' | 'confirmed'; type?: 'withdrawal' } = {}): List =>
  (db, { companyId, payroll }) =>
    payrollTransactions(db, companyId, payroll, { page, limit: 10, ...wanted })
const audit =
  (page: number): List =>
  (db, { companyId }) =>
    auditPage(db, companyId, { page, limit: 10 })

const lists: Record<string, List> = {
  'employees, first page': employees(1),
  'employees, page in the middle': employees(pages / 2),
  'employees, last page': employees(pages),
  'employees of one type, middle': employees(pages / 2, () => ({ creationType: 'REGULAR' })),
  'employees, search of one name': employees(1, () => ({ search: 'Zoila Zaldaña' })),
  'employees, search of nobody': employees(1, () => ({ search: 'zzzzzz' })),
  'people of a payroll, first page': employees(1, ({ payroll }) => ({ payroll })),
  'people of a payroll, page in the middle': employees(pages / 4, ({ payroll }) => ({ payroll })),
  'people of a small payroll': employees(1, ({ small }) => ({ payroll: small })),
  'people not in a payroll': employees(1, ({ small }) => ({
    limit: 50,
    excludePayroll: small,
    creationType: 'REGULAR',
  })),
  'people not in a large payroll': employees(1, ({ payroll }) => ({
    limit: 50,
    excludePayroll: payroll,
  })),
  'a search among people not in a large payroll': employees(1, ({ payroll }) => ({
    limit: 50,
    excludePayroll: payroll,
    search: 'Zoila Zaldaña',
  })),
  'payrolls, first page': payrollList(1),
  'payrolls, last page': payrollList(payrolls / 10),
  'payrolls, search': payrollList(1, 'nomina 777'),
  'one payroll with all the people': (db, { companyId, payroll }) =>
    findPayroll(db, companyId, payroll),
  'transactions, first page': transactions(1),
  'transactions, page in the middle': transactions(pages / 2),
  'transactions, last page': transactions(pages),
  'transactions that failed': transactions(1, { state: 'failed' }),
  'transactions that are confirmed, last page': transactions(Math.floor(pages * 0.99), {
    state: 'confirmed',
  }),
  'transactions that are confirmed, page in the middle': transactions(pages / 2, {
    state: 'confirmed',
  }),
  'withdrawals of a payroll that has none': transactions(1, { type: 'withdrawal' }),
  [`recipients, ${recipientsAtMost} of one transaction`]: (db, { companyId, paid }) =>
    recipientsOf(db, companyId, paid, 'regtest'),
  'audit log, first page': audit(1),
  'audit log, page in the middle': audit(pages / 2),
  'audit log, last page': audit(pages),
  'dashboard, balance': (db, { companyId }) => totalBalance(db, companyId),
  'dashboard, activity': (db, { companyId }) => activity(db, companyId),
  'dashboard, spending': (db, { companyId }) => spendingByMonth(db, companyId),
  'dashboard, last transactions': (db, { companyId }) => companyTransactions(db, companyId, 10),
  'sessions of a user': (db, { companyId, userId, sessionId }) =>
    listSessions(db, { companyId, userId, sessionId }, new Date()),
  'the price': (db) => readCurrentPrice(db),
  'price history, 30 days': (db) => priceHistory(db, 720),
}

let faulty = 0
await withInstallation(async (it) => {
  const filled = await fill(it)
  const captured: CompiledQuery[] = []
  const pool = new pg.Pool({ connectionString: it.connections().postgres, max: 1 })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void captured.push(query),
  })
  try {
    // A search looks once in ten minutes at how frequent what is.
    await listEmployees(db, filled.companyId, { page: 1, limit: 10, search: 'nobody' })
    const worst: { name: string; ms: number } = { name: '', ms: 0 }
    print(`${'list'.padEnd(46)}       ms       rows   8 KB pages`)
    for (const [name, list] of Object.entries(lists)) {
      captured.length = 0
      await list(db, filled)
      const plan = await it.sql((client) => planOfAll(client, [...captured]))
      const cells = [plan.ms.toFixed(1).padStart(9), plan.rows, plan.buffers]
      print(`${name.padEnd(46)}${cells.map((cell) => String(cell).padStart(10)).join(' ')}`)
      for (const fault of plan.faults) print(`  ${fault}`)
      if (shown && name.includes(shown)) print(plan.text)
      faulty += plan.faults.length
      if (plan.ms > worst.ms) Object.assign(worst, { name, ms: plan.ms })
    }
    measured({
      what: `plans of ${Object.keys(lists).length} lists and searches at ${rows} rows`,
      against: '–',
      goal: 'none reads or sorts a whole table',
      measured: `${faulty} do; the slowest is '${worst.name}', ${worst.ms.toFixed(0)} ms in PostgreSQL`,
    })
  } finally {
    await db.destroy()
  }
})
process.exitCode = faulty > 0 ? 1 : 0

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * The sum over all queries of a list. The statements that begin and end its transaction have no
 * plan.
 */
async function planOfAll(client: pg.Client, queries: CompiledQuery[]): Promise<Plan> {
  const sum: Plan = { ms: 0, buffers: 0, rows: 0, faults: [], text: '' }
  for (const query of queries.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))) {
    const { ms, buffers, rows: read, faults, text } = await planOf(client, query)
    sum.text += `${query.sql}\n${text}\n`
    sum.ms += ms
    sum.buffers += buffers
    sum.rows += read
    sum.faults.push(...faults)
  }
  return sum
}

/** A company that has all of it, most of it in one payroll. */
async function fill(it: Installation): Promise<Filled> {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  await fillPeople(it, client, rows)
  const { _id: companyId } = await client.call<{ _id: string }>('GET', '/api/v1/companies/company')
  return it.sql(async (owner) => {
    await fillRuns(owner, companyId, { payrolls: 1, transactions: rows })
    return { companyId, ...(await fillRest(owner, companyId, { rows, payrolls })) }
  })
}
