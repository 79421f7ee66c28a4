import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { transactionList } from '#contract/transactions.ts'
import { runState, type TransactionState } from '#domain/transaction-state.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, accepted, anEmployee, aPayroll } from '#server/testing/factories.ts'
import { aList, createList, replaceList } from '#server/testing/lists.ts'
import { factsOf } from '#server/testing/transaction-facts.ts'
import { settleRuns, sumUpFigures } from './aggregates.ts'
import type { Db } from './database.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.stop())

/** What is kept of each payroll beside what its people sum up to, where the two are not the same. */
async function wrongTotals() {
  const { rows } = await sql`
    SELECT * FROM (
      SELECT payroll_id, sum(people) AS people, sum(usd_cents) AS cents, sum(script_bytes) AS bytes
      FROM payroll_totals GROUP BY 1
    ) kept FULL JOIN (
      SELECT m.payroll_id, count(*) AS people, sum(e.base_salary_usd_cents) AS cents,
        sum(length(e.script_pubkey)) AS bytes
      FROM payroll_employees m JOIN employees e ON e.id = m.employee_id
      WHERE e.deleted_at IS NULL GROUP BY 1
    ) counted USING (payroll_id)
    WHERE (coalesce(kept.people, 0), coalesce(kept.cents, 0), coalesce(kept.bytes, 0)) IS DISTINCT FROM
      (coalesce(counted.people, 0), coalesce(counted.cents, 0), coalesce(counted.bytes, 0))`.execute(
    t.owner,
  )
  return rows
}

test('what people of a payroll sum up to is kept through every change of them', async () => {
  const company = await aCompany(t)
  const [first, second] = [await aPayroll(company), await aPayroll(company)]
  const people = [await anEmployee(company), await anEmployee(company), await anEmployee(company)]
  const path = (payroll: { _id: string }, person: { _id: string }) =>
    `/companies/payrolls/${payroll._id}/employees/${person._id}`
  for (const person of people) {
    await company.call('PATCH', path(first, person))
    await company.call('PATCH', path(second, person))
  }
  const [rosa, jose, ana] = people
  if (!rosa || !jose || !ana) throw new Error('three people were added')
  const raised = { ...rosa, baseSalary: 999.99 }
  expect((await company.call('PUT', `/companies/employees/${rosa._id}`, raised)).status).toBe(200)
  await company.call('DELETE', path(first, jose))
  await company.call('DELETE', `/companies/employees/${ana._id}`)
  expect(await wrongTotals()).toEqual([])
  const { data } = (await company.call('GET', `/payrolls/${second._id}`)).body
  expect([data.employees, data.totalAmount]).toEqual([2, 999.99 + jose.baseSalary])
  const aPerson = (n: number, salary = '650.25') => ({ lastName: `Número ${n}`, salary })
  const list = (await createList(company, { file: aList(aPerson(1), aPerson(2), aPerson(3)) })).body
  const replaced = { file: aList(aPerson(1), aPerson(2, '700'), aPerson(4)) }
  expect((await replaceList(company, list.data._id, replaced)).status).toBe(200)
  expect(await wrongTotals()).toEqual([])
  await sumUpFigures(t.db)
  for (const { _id } of [second, list.data]) {
    expect((await company.call('DELETE', `/companies/payrolls/${_id}`)).status).toBe(200)
  }
  expect(await wrongTotals()).toEqual([])
})

const states: TransactionState[] = [
  'pendingApproval',
  'rejected',
  'signed',
  'unconfirmed',
  'confirmed',
  'removed',
  'failed',
]
const rate_usd_cents_per_btc = 9_100_000n

/** All facts, so that a row can be put into any state; that a block held it once stays. */
const columnsOf = (state: TransactionState) => ({
  waiting_for: null,
  ended: null,
  txid: null,
  raw: null,
  height: null,
  in_mempool: false,
  sent_at: null,
  ...factsOf(state),
})

type Owner = { company_id: string; payroll_id: string }

async function aRun(owner: Owner, userId: string): Promise<string> {
  const now = new Date()
  const { id } = await t.db
    .insertInto('payments')
    .values({
      ...owner,
      requested_by: userId,
      note: '',
      total_usd_cents: 100n,
      total_sats: 1_000n,
      rate_usd_cents_per_btc,
      rate_sources: 3,
      rate_at: now,
      closed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function aTransaction(db: Db, owner: Owner, run: string, state: TransactionState) {
  const values = {
    ...owner,
    payment_id: run,
    usd_cents: 100n,
    sats: 1_000n,
    rate_usd_cents_per_btc,
  }
  const { id } = await db
    .insertInto('transactions')
    .values({ ...values, type: 'send', ...columnsOf(state) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function aReplacement(owner: Owner, run: string, of: string, cancels: boolean) {
  const values = { ...owner, payment_id: run, usd_cents: 100n, sats: 900n, rate_usd_cents_per_btc }
  const replacing = {
    root_id: of,
    version: sql<number>`(SELECT max(version) + 1 FROM transactions WHERE root_id = ${of})`,
    type: cancels ? 'cancel' : 'send',
  } as const
  await t.db
    .insertInto('transactions')
    .values({ ...values, ...replacing, ...columnsOf('unconfirmed') })
    .execute()
}

const setState = (db: Db, id: string, state: TransactionState) =>
  db
    .updateTable('transactions')
    .set(columnsOf(state))
    .where('id', '=', id)
    // How a plan ended is final.
    .where('ended', 'is', null)
    .execute()

/** Its conflict is 6 blocks deep; a reorganisation can still confirm it. */
const lose = (db: Db, id: string) =>
  db.updateTable('transactions').set({ is_lost: true }).where('id', '=', id).execute()

/** By looking at everything, as nobody does any more. */
async function counted(companyId: string) {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(usd_cents), 0)::integer AS cents FROM transactions
    WHERE company_id = ${companyId} AND type = 'send' AND state IN ('unconfirmed', 'confirmed')
  `.execute(t.db)
  const seen = await t.db
    .selectFrom('transactions as t')
    .select(['t.state', 't.type', 't.live', 't.payment_id'])
    .where('t.company_id', '=', companyId)
    .where(isCurrent)
    .execute()
  const runs = [...Map.groupBy(seen, ({ payment_id }) => payment_id).values()].filter(
    (parts) => !['rejected', 'failed'].includes(runState(parts)),
  )
  return { runs: runs.length, cents: rows[0]?.cents, seen }
}

test('runs, spending and lists of transactions are counted as if everything was looked at', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          run: fc.nat(2),
          part: fc.nat(3),
          state: fc.constantFrom(...states),
          replaced: fc.constantFrom('no', 'no', 'same', 'cancel'),
          summed: fc.constantFrom('no', 'no', 'runs', 'all'),
        }),
        { minLength: 1, maxLength: 14 },
      ),
      async (steps) => {
        const company = await aCompany(t)
        const { _id } = await aPayroll(company)
        const owner = { company_id: company.companyId, payroll_id: _id }
        const runs = [await aRun(owner, company.user._id), await aRun(owner, company.user._id)]
        const parts = new Map<string, string>()
        for (const step of steps) {
          const run = runs[step.run % runs.length] ?? ''
          const key = `${run} ${step.part}`
          const part = parts.get(key)
          if (!part) parts.set(key, await aTransaction(t.db, owner, run, step.state))
          else if (step.replaced === 'no') await setState(t.db, part, step.state)
          else {
            // The replacements before it are over.
            await t.db
              .updateTable('transactions')
              .set({ ...columnsOf('failed') })
              .where('root_id', '=', part)
              .where('id', '!=', part)
              .execute()
            await aReplacement(owner, run, part, step.replaced === 'cancel')
          }
          if (step.summed !== 'no') await settleRuns(t.db)
          if (step.summed === 'all') await sumUpFigures(t.db)
        }
        const { runs: expected, cents, seen } = await counted(company.companyId)
        const { activity, spending } = accepted(
          dashboard,
          await company.call('GET', '/users/dashboard'),
        )
        expect(activity.payments).toBe(expected)
        expect(spending.at(-1)?.usd).toBe((cents ?? 0) / 100)
        for (const query of ['', ...states.map((state) => `&state=${state}`), '&type=cancel']) {
          const [, name, value] = /&(\w+)=(\w+)/.exec(query) ?? []
          const matching = seen.filter((row) => !name || row[name as 'state' | 'type'] === value)
          const list = accepted(
            transactionList,
            await company.call('GET', `/payrolls/${_id}/transactions?limit=3&page=1${query}`),
          )
          expect(list.totalTransactions).toBe(matching.length)
          expect(list.transactions).toHaveLength(Math.min(3, matching.length))
        }
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)

test('two parts that fail at the same moment, unseen by each other, end a run all the same', async () => {
  const company = await aCompany(t)
  const { _id } = await aPayroll(company)
  const owner = { company_id: company.companyId, payroll_id: _id }
  const run = await aRun(owner, company.user._id)
  const parts = [
    await aTransaction(t.db, owner, run, 'removed'),
    await aTransaction(t.db, owner, run, 'removed'),
  ]
  const payments = async () =>
    accepted(dashboard, await company.call('GET', '/users/dashboard')).activity.payments
  await settleRuns(t.db)
  expect(await payments()).toBe(1)
  const [first = '', second = ''] = parts
  await t.db.transaction().execute(async (trx) => {
    await lose(trx, first)
    await lose(t.db, second)
    await settleRuns(t.db)
    expect(await payments()).toBe(1)
  })
  expect(await payments()).toBe(0)
  await Promise.all([settleRuns(t.db), settleRuns(t.db)])
  expect(await payments()).toBe(0)
  await setState(t.db, first, 'confirmed')
  await setState(t.db, second, 'confirmed')
  await Promise.all([settleRuns(t.db), settleRuns(t.db), settleRuns(t.db)])
  expect(await payments()).toBe(1)
})
