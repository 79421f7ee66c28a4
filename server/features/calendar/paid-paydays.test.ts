import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendarAnswer, nextPayday } from '#contract/calendar.ts'
import { signerForFile } from '#server/testing/app-signer.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  aConfirmedRun,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { rewritePaydays, setPaydays } from '#server/testing/period-steps.ts'
import { remindOfPaydays } from './remind.ts'

const t = await appForFile()
await signerForFile(t)
await aPrice(t)
const due = { key: '2026-11-Q1', inHours: -1 }
const next = { key: '2026-11-Q2', inHours: 300 }

/** One person, and two paydays: one that was due an hour ago, and one to come. */
async function aPayday(company: TestCompany) {
  const { _id: id } = await aPayroll(company)
  const { _id: person } = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${id}/employees/${person}`)
  const { companyId, user } = company
  await setPaydays(t.owner, { companyId, userId: user._id, payrollId: id }, [due, next])
  return { id, person }
}

const paydays = async (company: TestCompany) => {
  const days = 40 * 86_400_000
  const [from, to] = [-days, days].map((ms) => new Date(t.now().getTime() + ms).toISOString())
  const answer = await company.call('GET', `/calendar?from=${from}&to=${to}`)
  return expectAccepted(calendarAnswer, answer).occurrences
}
const nextOf = async (company: TestCompany) =>
  expectAccepted(nextPayday, await company.call('GET', '/calendar/next')).next

test('a run of the period → the payday is paid by it, and the next one has its cover', async () => {
  const company = await aCompany(t)
  const { id } = await aPayday(company)
  expect(await nextOf(company)).toMatchObject({ occurrence: { periodKey: due.key, state: 'held' } })
  const { payment } = await aConfirmedRun(company, id)
  await t.db
    .updateTable('sheets')
    .set({ period_key: due.key, period_due_at: t.now() })
    .where('id', '=', payment)
    .execute()
  expect(await paydays(company)).toMatchObject([
    { periodKey: due.key, state: 'paid', payment, missing: null, reason: null },
    { periodKey: next.key, state: 'planned', payment: null },
  ])
  const following = await nextOf(company)
  expect(following?.occurrence.periodKey).toBe(next.key)
  expect(following?.occurrence.missing?.usd).toBeGreaterThan(0)
  expect(following?.cover?.rows.map(({ fallPercent }) => fallPercent)).toEqual([0, 5, 10, 20])
  expect(following?.cover?.rows[0]?.missing).toEqual(following?.occurrence.missing)
})

test('another payroll paid everybody for these days → that is why, and people are told', async () => {
  const company = await aCompany(t)
  const { companyId, user } = company
  const inDollars = { bitcoinPercent: 0, bankAccount: '001234', bank: 'Agrícola' }
  const { _id: person } = await anEmployee(company, inDollars)
  const [shop = '', office = '', later = ''] = await Promise.all(
    [0, 1, 2].map(async () => (await aPayroll(company))._id),
  )
  for (const id of [shop, office, later]) {
    await company.call('PATCH', `/companies/payrolls/${id}/employees/${person}`)
  }
  const dates = [
    { payrollId: shop, payday: due },
    { payrollId: office, payday: { key: '2026-11', inHours: -7 } },
    { payrollId: later, payday: { key: '2026-W46', inHours: 47 } },
  ]
  for (const { payrollId, payday } of dates) {
    await setPaydays(t.owner, { companyId, userId: user._id, payrollId }, [payday])
  }
  await rewritePaydays(
    t.owner,
    sql`o.company_id = ${companyId}`,
    sql`created_at = now() - interval '5 days'`,
  )
  const { status } = await company.call('POST', `/companies/payrolls/${shop}/run-payment`)
  expect(status).toBe(200)

  const missed = { state: 'missed', reason: 'PAID_ELSEWHERE' }
  expect(await paydays(company)).toMatchObject([missed, { state: 'paid' }, { state: 'planned' }])
  await remindOfPaydays(t.worker, { ...t, clock: { now: t.now } })
  const mails = await messagesTo(t.db, company.form.email)
  const textOf = (of: string) => mails.find(({ template }) => template === of)?.text
  expect(textOf('paydayMissed')).toContain('Había personas con otro pago de estos días')
  expect(textOf('paydayReminder')).toContain('Hay personas con otro pago de estos días')
  expect(await paydays(company)).toMatchObject([missed, {}, {}])
})

test('a spend in no record paid everybody → nobody knows whether the payday is paid', async () => {
  const company = await aCompany(t)
  const { id, person } = await aPayday(company)
  const { id: spend } = await t.owner
    .insertInto('transactions')
    .values({
      company_id: company.companyId,
      payroll_id: id,
      type: 'withdrawal',
      untracked: true,
      was_mined: true,
      usd_cents: 0n,
      sats: 549_450n,
      rate_usd_cents_per_btc: 9_100_000n,
      txid: randomBytes(32),
      raw: randomBytes(200),
      height: 7,
      confirmed_at: t.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    INSERT INTO transaction_outputs (transaction_id, vout, script_pubkey, sats)
    SELECT ${spend}, 0, script_pubkey, 549450 FROM employees WHERE id = ${person}`.execute(t.owner)
  expect(await paydays(company)).toMatchObject([
    { periodKey: due.key, state: 'held', reason: 'UNCERTAIN', payment: null, people: 1 },
    { periodKey: next.key, state: 'planned' },
  ])
  expect((await nextOf(company))?.occurrence.periodKey).toBe(due.key)
})
