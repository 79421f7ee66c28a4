import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendarAnswer } from '#contract/calendar.ts'
import { paymentPreview } from '#contract/payments.ts'
import { specialRunAnswer } from '#contract/special-runs.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import {
  approveTransaction,
  pressRunPayment,
  previewOf,
  run,
} from '#server/testing/approval-steps.ts'
import { expectAccepted, expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { rewritePaydays, setPaydays } from '#server/testing/period-steps.ts'
import { spendOutside } from '#server/testing/spend-outside.ts'
import { aMember } from '#server/testing/team-steps.ts'

/** A spend that no record describes: nobody knows for which period it paid whom, and nobody guesses. */

const s = await paymentsForFile()
const due = { key: '2026-11-Q1', inHours: -1 }
const soon = { key: '2026-11-Q2', inHours: 300 }
const far = { key: '2027-01-Q1', inHours: 1_200 }

/** Two people with dates; an unknown spend has paid the first of them, and somebody has looked at it. */
async function afterUnknownSpend(ours: TestCompany) {
  const made = await s.funded(ours, [50_000n, 60_000n], 9_000_000n)
  const { payrollId, employeeIds } = made
  const { companyId, user } = ours
  await setPaydays(s.engine.owner, { companyId, userId: user._id, payrollId }, [due, soon, far])
  const { script } = await s.engine.db
    .selectFrom('employees')
    .select('script_pubkey as script')
    .where('id', '=', employeeIds[0] ?? '')
    .executeTakeFirstOrThrow()
  const payouts = [
    { script: script ?? Buffer.alloc(0), sats: 777_777n },
    { script: made.script, sats: 8_000_000n },
  ]
  await s.mineOnly([await spendOutside(s, payrollId, payouts)])
  await s.spendable(payrollId, 8_000_000n)
  await s.price(9_100_000n)
  const transactions = (await previewOf(ours, payrollId)).untracked.map(({ _id }) => _id)
  const path = `/companies/payrolls/${payrollId}/acknowledge-records`
  expect((await ours.call('POST', path, { transactions })).status).toBe(200)
  return { ...made, spend: transactions[0] ?? '' }
}

const codesOf = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code)

test('nobody knows who was paid → a press asks, pays by a code, and asks no more', async () => {
  const ours = await s.company()
  const { payrollId, employeeIds, spend } = await afterUnknownSpend(ours)
  const shown = await previewOf(ours, payrollId)
  expect(shown).toMatchObject({ employees: 2, paidBefore: [], needsCode: true })
  expect(shown.reasons).toContainEqual({ code: 'UNCERTAIN_PERIOD', people: 2 })
  const people = employeeIds.map((employeeId, at) => ({ employeeId, perhapsPaid: at === 0 }))
  expect(shown.uncertain).toMatchObject({ _id: spend, transactions: [{ _id: spend }], people })
  const { data } = expectRefusal(await pressRunPayment(ours, payrollId), 409, 'PERIOD_UNCERTAIN')
  expect(data).toMatchObject({ uncertain: { _id: spend, people } })
  const { occurrences } = expectAccepted(calendarAnswer, await ours.call('GET', '/calendar'))
  expect(occurrences.find(({ periodKey }) => periodKey === due.key)).toMatchObject({
    state: 'held',
    reason: 'UNCERTAIN',
  })

  const payment = await run(ours, payrollId, { after: spend })
  const [{ _id, waitingFor } = { _id: '', waitingFor: null }] = payment.transactions
  expect(waitingFor).toBe('approval')
  await approveTransaction(ours, _id, await s.codeOf(ours))
  await s.transactionIs(ours, _id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  await s.price(9_100_000n)
  const isUncertain = async (key: string) =>
    codesOf(await previewOf(ours, payrollId, `?periodKey=${key}`)).includes('PERIOD_UNCERTAIN')
  expect(await Promise.all([due, soon, far].map(({ key }) => isUncertain(key)))).toEqual([
    false,
    // The spend may have paid it early; two months before nobody pays.
    true,
    false,
  ])
})

test('an unknown spend of another payroll has paid somebody → a press asks here, too', async () => {
  const ours = await s.company()
  const { employeeIds, spend } = await afterUnknownSpend(ours)
  const { companyId, user } = ours
  const shared = await s.funded(ours, [70_000n], 3_000_000n)
  await s.engine.addMembers({ companyId, ...shared }, employeeIds.slice(0, 1))
  const others = await s.funded(ours, [70_000n], 3_000_000n)
  await s.engine.addMembers({ companyId, ...others }, employeeIds.slice(1))
  for (const { payrollId } of [shared, others]) {
    await setPaydays(s.engine.owner, { companyId, userId: user._id, payrollId }, [due])
  }
  const shown = await previewOf(ours, shared.payrollId)
  expect(codesOf(shown)).toEqual(['PERIOD_UNCERTAIN'])
  const [paid = ''] = employeeIds
  const [other = ''] = shared.employeeIds
  expect(shown.uncertain).toMatchObject({
    transactions: [{ _id: spend }],
    people: [
      { employeeId: paid, perhapsPaid: true },
      { employeeId: other, perhapsPaid: false },
    ],
  })
  expect(codesOf(await previewOf(ours, others.payrollId))).toEqual([])
})

test('a payday that somebody moves to a later day stays as uncertain as it was', async () => {
  const ours = await s.company()
  const { payrollId } = await afterUnknownSpend(ours)
  const ofSoon = sql`o.payroll_id = ${payrollId} AND o.period_key = ${soon.key}`
  await rewritePaydays(s.engine.owner, ofSoon, sql`due_at = now() + interval '45 days'`)
  const shown = await previewOf(ours, payrollId, `?periodKey=${soon.key}`)
  expect(codesOf(shown)).toContain('PERIOD_UNCERTAIN')
})

test('a special pay after an unknown spend → another person approves it as well', async () => {
  const ours = await s.company()
  await aMember(ours.t, ours, 'ADMIN')
  const { payrollId, spend } = await afterUnknownSpend(ours)
  const year = Number(dayIn('America/El_Salvador', new Date()).slice(0, 4))
  const sheets = `/companies/payrolls/${payrollId}/special-runs`
  const body = { kind: 'BONUS', year, percent: 10 }
  const { specialRun } = expectAccepted(specialRunAnswer, await ours.call('POST', sheets, body))
  const path = `/special-runs/${specialRun._id}`
  const shown = expectAccepted(paymentPreview, await ours.call('GET', `${path}/payment-preview`))
  expect(shown).toMatchObject({ approvalsRequired: 1, uncertain: { _id: spend } })
  expect(codesOf(shown)).toEqual(['PERIOD_UNCERTAIN'])
  expectRefusal(await ours.call('POST', `${path}/run`, {}), 409, 'PERIOD_UNCERTAIN')
})
