import { expect, test } from 'vitest'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { run } from '#server/testing/approval-steps.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { editEmployee, expectAccepted } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { setPaydays } from '#server/testing/period-steps.ts'

const s = await paymentsForFile()
const ours = await s.company()
const { currentIs } = bumpSteps(s)

const statusOf = async (id: string) =>
  expectAccepted(payrollAnswer, await ours.call('GET', `/payrolls/${id}`)).status

async function confirmed(payment: { _id: string }) {
  await s.paymentIs(ours, payment._id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  await s.price(9_100_000n)
}

test('one was paid alone for the period → the status asks for the two who lack it', async () => {
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n, 70_000n], 2_010_000n)
  const { companyId, user } = ours
  const payroll = { companyId, userId: user._id, payrollId }
  await setPaydays(s.engine.owner, payroll, [{ key: '2026-11-Q1', inHours: -1 }])
  const alone = await run(ours, payrollId, { only: [employeeIds[0]] })
  await confirmed(alone)
  // The remaining funds pay two of the three people.
  expect(await statusOf(payrollId)).toMatchObject({ code: 'ready', people: 3, missing: null })
})

test('somebody left out, whose run alone was cancelled → is still left out', async () => {
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n, 70_000n], 9_000_000n)
  const [ana = '', eva = ''] = employeeIds
  await editEmployee(ours, ana, { bitcoinPercent: 0, bankAccount: '001234' })
  const first = await run(ours, payrollId, { leave: [ana] })
  await confirmed(first)
  expect(await statusOf(payrollId)).toMatchObject({ code: 'paidInPart', unpaid: 1 })
  const second = await run(ours, payrollId, { only: [ana, eva], after: first._id })
  const [{ _id: id } = { _id: '' }] = second.transactions
  await s.transactionIs(ours, id, 'unconfirmed')
  expect((await ours.call('POST', `/transactions/${id}/cancel`)).status).toBe(200)
  await currentIs(ours, id, { state: 'unconfirmed', type: 'cancel' })
  await s.engine.play.mine(1)
  await currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  await s.price(9_100_000n)
  expect(await statusOf(payrollId)).toMatchObject({ code: 'paidInPart', unpaid: 1 })
})
