import { expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import type { TransactionState } from '#domain/transaction-state.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { factsOf } from '#server/testing/transaction-facts.ts'

const t = await appForFile()

const look = async (company: TestCompany) =>
  expectAccepted(dashboard, await company.call('GET', '/users/dashboard'))

const salary = { usd_cents: 65_025n, sats: 714_560n }

/** A run with one transaction for each state, as the payment path leaves them. */
async function aRun(
  company: TestCompany,
  payrollId: string,
  states: TransactionState[],
  createdAt = new Date(),
) {
  const owner = { company_id: company.companyId, payroll_id: payrollId }
  const { id: sheet_id } = await t.db
    .insertInto('sheets')
    .values({
      ...owner,
      requested_by: company.user._id,
      note: '',
      bitcoin_usd_cents: salary.usd_cents,
      dollars_usd_cents: 0n,
      total_sats: salary.sats,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: createdAt,
      created_at: createdAt,
      closed_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, state] of states.entries()) {
    await t.db
      .insertInto('transactions')
      .values({
        ...owner,
        ...salary,
        sheet_id,
        position,
        type: 'send',
        ...factsOf(state),
        rate_usd_cents_per_btc: 9_100_000n,
        created_at: createdAt,
      })
      .execute()
  }
}

async function setBalance(payrollId: string, sats: bigint) {
  await t.db
    .updateTable('payroll_balances')
    .set({ balance_sats: sats, received_sats: sats })
    .where('payroll_id', '=', payrollId)
    .execute()
}

test('a new company sees zeros, its own name, and twelve months without spending', async () => {
  const company = await aCompany(t)
  const seen = await look(company)
  expect(seen).toMatchObject({
    balance: { btcBalance: '0.00000000', usdBalance: 0 },
    activity: { employees: 0, payrolls: 0, payments: 0 },
    company: { name: 'Café Izalco', companySector: 'Agroindustria' },
    lastTransactions: [],
  })
  expect(seen.spending).toHaveLength(12)
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/El_Salvador' }).format()
  expect(seen.spending.at(-1)).toEqual({
    month: today.slice(0, 7),
    usd: 0,
    btc: '0.00000000',
    dollarsUsd: 0,
  })
  const months = seen.spending.map(({ month }) => month)
  expect(months).toEqual([...new Set(months)].sort())
})

test('balance and activity add up what lives, and count nothing of another company', async () => {
  const [company, other] = [await aCompany(t), await aCompany(t)]
  const [first, second, gone] = [
    await aPayroll(company),
    await aPayroll(company),
    await aPayroll(company),
  ]
  await setBalance((await aPayroll(other))._id, 5_000_000n)
  await anEmployee(other)
  await company.call('DELETE', `/companies/payrolls/${gone._id}`)
  const leaver = await anEmployee(company)
  await anEmployee(company)
  await company.call('DELETE', `/companies/employees/${leaver._id}`)
  await setBalance(first._id, 153_846n)
  await setBalance(second._id, 100_000n)
  await setBalance(gone._id, 200n)
  expect((await look(company)).balance).toEqual({ btcBalance: '0.00253846', usdBalance: 0 })
  await aPrice(t, 9_100_000n)
  expect(await look(company)).toMatchObject({
    balance: { btcBalance: '0.00253846', usdBalance: 231 },
    activity: { employees: 1, payrolls: 2, payments: 0 },
  })
})

test('runs that were rejected or failed are not among the payments', async () => {
  const company = await aCompany(t)
  const { _id } = await aPayroll(company)
  await aRun(company, _id, ['confirmed', 'confirmed'])
  await aRun(company, _id, ['unconfirmed', 'failed'])
  await aRun(company, _id, ['pendingApproval'])
  await aRun(company, _id, ['rejected', 'rejected'])
  await aRun(company, _id, ['failed'])
  // In domain/transaction-state.ts a run that is half confirmed and half failed is failed.
  await aRun(company, _id, ['confirmed', 'failed'])
  expect((await look(company)).activity.payments).toBe(3)
})

test('the ten newest transactions show, also those of a payroll since deleted', async () => {
  const company = await aCompany(t)
  const { _id } = await aPayroll(company)
  for (let i = 0; i < 12; i++) await aRun(company, _id, ['confirmed'])
  await company.call('DELETE', `/companies/payrolls/${_id}`)
  const { lastTransactions } = await look(company)
  expect(lastTransactions).toHaveLength(10)
  const ids = lastTransactions.map(({ _id: id }) => id)
  expect(ids).toEqual(ids.toSorted().reverse())
  expect(lastTransactions[0]).toMatchObject({
    type: 'send',
    state: 'confirmed',
    usd: 650.25,
    btc: '0.00714560',
    payroll: { _id, name: 'Planilla de oficina' },
  })
})

test('spending goes to the month of El Salvador in which it was paid', async () => {
  const company = await aCompany(t)
  const { _id } = await aPayroll(company)
  const months = (await look(company)).spending.map(({ month }) => month)
  const [oldest, before, current] = [months[0], months[10], months[11]]
  // Midnight in El Salvador is 06:00 UTC.
  const firstMoment = new Date(`${current}-01T06:00:00Z`)
  await aRun(company, _id, ['confirmed'], firstMoment)
  await aRun(company, _id, ['unconfirmed'], new Date(firstMoment.getTime() - 1))
  await aRun(company, _id, ['confirmed'], new Date(`${oldest}-01T06:00:00Z`))
  await aRun(company, _id, ['confirmed'], new Date(Date.parse(`${oldest}-01T06:00:00Z`) - 1))
  for (const state of ['pendingApproval', 'signed', 'removed', 'rejected', 'failed'] as const) {
    await aRun(company, _id, [state])
  }
  const { spending } = await look(company)
  const spent = spending.filter(({ usd }) => usd > 0)
  const once = { usd: 650.25, btc: '0.00714560', dollarsUsd: 0 }
  expect(spent).toEqual([oldest, before, current].map((month) => ({ month, ...once })))
})
