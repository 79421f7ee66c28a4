import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { dollarLineAnswer, dollarLines } from '#contract/dollar-lines.ts'
import { cancelOffer } from '#contract/fee-bumps.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { messagesTo, testMacKey } from '#server/testing/codes.ts'
import {
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { paydaySteps } from '#server/testing/payday-steps.ts'
import { setShare } from '#server/testing/shares.ts'

const s = await paymentsForFile()
const { currentIs } = bumpSteps(s)

let ours: TestCompany
beforeEach(async () => {
  ours = await s.company()
  const guards = { salary_guard_percent: 100, total_guard_percent: 100 }
  await s.engine.owner
    .transaction()
    .execute((trx) => updateCompany(trx, testMacKey, ours.companyId, guards))
})

/** Salaries of $500, $620 and $300: half, nothing and all in bitcoin. */
async function sentRun() {
  const payroll = await s.funded(ours, [50_000n, 62_000n, 30_000n], 5_000_000n)
  const owner = { db: s.engine.owner, macKey: testMacKey, companyId: ours.companyId }
  const [half = '', none = '', all = ''] = payroll.employeeIds
  await setShare(owner, half, { bitcoinPercent: 50 })
  await setShare(owner, none, { bitcoinPercent: 0 })
  const payment = await run(ours, payroll.payrollId)
  const id = payment.transactions[0]?._id ?? ''
  await s.transactionIs(ours, id, 'unconfirmed')
  return { id, half, none, all, payrollId: payroll.payrollId, paymentId: payment._id }
}

const linesOf = async (paymentId: string) =>
  expectAccepted(dollarLines, await ours.call('GET', `/payments/${paymentId}/dollar-lines`))

async function mark(paymentId: string, employeeId: string, paid = true) {
  const { lines } = await linesOf(paymentId)
  const line = lines.find((one) => one.employeeId === employeeId)
  const path = `/payments/${paymentId}/dollar-lines/${line?._id}`
  return ours.call('PATCH', path, { paid, ...(paid && { reference: 'TR-448' }) })
}

async function cancel(id: string) {
  expect((await ours.call('POST', `/transactions/${id}/cancel`)).status).toBe(200)
  await currentIs(ours, id, { state: 'unconfirmed', type: 'cancel' })
  await s.engine.play.mine(1)
  await currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  await s.price(9_100_000n)
}

test('dollars marked, the run cancelled → the next press pays bitcoin alone', async () => {
  const { until } = paydaySteps(s, ours)
  const { id, half, none, payrollId, paymentId } = await sentRun()
  expectAccepted(dollarLineAnswer, await mark(paymentId, half))
  const offer = expectAccepted(cancelOffer, await ours.call('GET', `/transactions/${id}/cancel`))
  expect(offer.dollarsPaid).toMatchObject({ people: 1, usd: 250, names: [expect.any(String)] })
  await cancel(id)

  expect(await until(payrollId, 'paidInPart')).toMatchObject({ payment: paymentId, unpaid: 2 })
  const preview = await previewOf(ours, payrollId)
  expect(preview).toMatchObject({
    resumes: { _id: paymentId },
    employees: 2,
    totalUsd: 550,
    bitcoinUsd: 550,
    dollarsUsd: 0,
    dollarsPeople: 0,
  })
  const again = await run(ours, payrollId, { previewHash: preview.previewHash })
  expect(again._id).toBe(paymentId)
  await s.engine.until('it is sent', async () => (await linesOf(paymentId)).due)
  await s.engine.play.mine(1)
  expect(await until(payrollId, 'paid')).toMatchObject({ payment: paymentId, unpaid: 0 })
  const { lines, totalUsd } = await linesOf(paymentId)
  expect(totalUsd).toBe(870)
  expect(lines.filter(({ paid }) => paid).map(({ employeeId }) => employeeId)).toEqual([half])
  expectAccepted(dollarLineAnswer, await mark(paymentId, none))
})

test('cancelled with dollars marked → the other dollar lines of the run stay due', async () => {
  const { id, half, none, payrollId, paymentId } = await sentRun()
  await mark(paymentId, half)
  await cancel(id)
  expect(await linesOf(paymentId)).toMatchObject({ due: true, paidUsd: 250 })
  expectRefusal(await pressRunPayment(ours, payrollId, { only: [none] }), 409, 'ALREADY_PAID')
  expectAccepted(dollarLineAnswer, await mark(paymentId, none))
})

longTest(
  'the marked run is given up → the next press is of others, and names that run',
  async () => {
    const { id, half, payrollId, paymentId } = await sentRun()
    await mark(paymentId, half)
    await cancel(id)
    const closed = await ours.call('POST', `/companies/payrolls/${payrollId}/close-payment`)
    expect(closed.status).toBe(200)
    expectRefusal(await pressRunPayment(ours, payrollId), 409, 'ALREADY_PAID')
    expectRefusal(await pressRunPayment(ours, payrollId, { only: [half] }), 409, 'ALREADY_PAID')
    expect((await previewOf(ours, payrollId)).unpaidPeople.ids).not.toContain(half)
    const next = await run(ours, payrollId, { after: paymentId })
    expect(next._id).not.toBe(paymentId)
    expect(next).toMatchObject({ lines: 3, dollarsUsd: 870 })
    await s.transactionIs(ours, next.transactions[0]?._id ?? '', 'unconfirmed')
  },
)

longTest(
  'the mark is taken back before the next press → all of it comes in a new run',
  async () => {
    const { id, half, payrollId, paymentId } = await sentRun()
    await mark(paymentId, half)
    await cancel(id)
    expectAccepted(dollarLineAnswer, await mark(paymentId, half, false))
    expectRefusal(await mark(paymentId, half), 409, 'DOLLARS_NOT_DUE')
    const next = await run(ours, payrollId)
    expect(next._id).not.toBe(paymentId)
    expect(next).toMatchObject({ lines: 3, dollarsUsd: 870, bitcoinUsd: 550 })
    await s.transactionIs(ours, next.transactions[0]?._id ?? '', 'unconfirmed')
  },
)

test('in a confirmed run somebody has dollars alone → paid again only by its name', async () => {
  const { id, none, payrollId } = await sentRun()
  await s.engine.play.mine(1)
  await s.transactionIs(ours, id, 'confirmed')
  await s.price(9_100_000n)
  expectRefusal(await pressRunPayment(ours, payrollId, { only: [none] }), 409, 'ALREADY_PAID')
})

test('what is left is ordered again → its code names the changes of nobody else', async () => {
  const { id, half, none, payrollId, paymentId } = await sentRun()
  expectAccepted(dollarLineAnswer, await mark(paymentId, half))
  await cancel(id)
  // Another payroll pays somebody of the run, who is not in its rest, at a new account.
  const other = await aPayroll(ours)
  const member = `/companies/payrolls/${other._id}/employees/${none}`
  expect((await ours.call('PATCH', member)).status).toBe(200)
  await editEmployee(ours, none, { bankAccount: '003-0114-8777' })
  const elsewhere = await run(ours, other._id)
  expectAccepted(dollarLineAnswer, await mark(elsewhere._id, none))
  const asks = { approval_over_usd_cents: 10_000n }
  await s.engine.owner
    .transaction()
    .execute((trx) => updateCompany(trx, testMacKey, ours.companyId, asks))
  const again = await run(ours, payrollId)
  expect(again).toMatchObject({ _id: paymentId, state: 'pendingApproval' })
  const waiting = again.transactions.find(({ waitingFor }) => waitingFor === 'approval')
  s.wait(61_000)
  expectAccepted(z.null(), await ours.call('POST', `/transactions/${waiting?._id}/approval-code`))
  const codes = (await messagesTo(s.engine.db, ours.form.email)).slice(-2)
  expect(codes).toHaveLength(2)
  for (const { text } of codes) expect(text).not.toContain('4417')
})
