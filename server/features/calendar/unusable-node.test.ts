import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minuteMs } from '#domain/durations.ts'
import { currentRefusals, readFacts } from '#server/features/payments/index.ts'
import { testConfig } from '#server/testing/app.ts'
import { aCompany, anEmployee, aPayroll, aPrice } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { rewritePaydays } from '#server/testing/period-steps.ts'
import { readNextPayday } from './next-payday.ts'

const t = await appForFile()
const now = new Date()
const deps = {
  ...t,
  smsConfigured: true,
  clock: { now: () => now },
  config: { ...testConfig, network: 'main' as const },
}

/** Stores a worker's look at the node a moment ago, with the age of its newest block. */
async function nodeIs(tipAgeMs: number, headers = 900) {
  const rates = { fee_rate_sats_per_kvb: 1_000n, fee_rate_next_block_sats_per_kvb: 2_000n }
  const values = { height: 900, headers, ...rates, trouble: null, at: now }
  await t.worker.deleteFrom('node_status').execute()
  await t.worker.insertInto('node_status').values(values).execute()
  await t.worker.deleteFrom('blocks').execute()
  const at = new Date(now.getTime() - tipAgeMs)
  const block = { height: 900, hash: Buffer.alloc(32, 7), chainwork: '900', at }
  await t.worker.insertInto('blocks').values(block).execute()
}

test('a press is refused for the node → the payday that is due is held for it', async () => {
  const company = await aCompany(t)
  const { _id: payrollId } = await aPayroll(company)
  const { _id: employeeId } = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${payrollId}/employees/${employeeId}`)
  const dates = { every: 'MONTH', days: ['LAST'], hour: '09:00' }
  await company.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates)
  const { id } = await t.db
    .selectFrom('occurrences')
    .select('id')
    .where('payroll_id', '=', payrollId)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const dueAt = new Date(now.getTime() - minuteMs)
  await rewritePaydays(t.owner, sql`o.id = ${id}`, sql`due_at = ${dueAt}`)
  await aPrice(t, 9_100_000n, now)
  const answers = async () => {
    const settings = { ...deps, ...deps.config }
    const facts = await readFacts(t.db, company.companyId, payrollId, settings, false)
    if (!facts) throw new Error('no such payroll')
    const next = await readNextPayday(t.db, deps, company.companyId)
    const ofPress = currentRefusals(facts, now).map(({ code }) => code)
    return { ofPress, ofCalendar: next.next?.occurrence.reason }
  }
  const unfunded = { ofPress: [], ofCalendar: 'FUNDS' }
  const refused = { ofPress: ['NODE_UNAVAILABLE'], ofCalendar: 'NODE' }
  await nodeIs(90 * minuteMs)
  expect(await answers()).toEqual(unfunded)
  await nodeIs(91 * minuteMs)
  expect(await answers()).toEqual(refused)
  await nodeIs(0, 902)
  expect(await answers()).toEqual(refused)
})
