import { expect, test } from 'vitest'
import { paymentAnswer } from '#contract/payments.ts'
import { pressRunPayment, previewOf } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { feeEstimates } from '#server/testing/fee-estimates.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile()
const fees = feeEstimates(s)

const aboveAll = 1_000_000n

test('estimates above the ceiling → nothing begins until fees fall', async () => {
  const { ours, ...payroll } = await fees.aPayroll(50_000n)
  const { payrollId } = payroll
  await fees.estimates(aboveAll)
  const { targets, problems } = await previewOf(ours, payrollId)
  expect(problems.map(({ code }) => code)).toEqual(['FEE_TOO_HIGH'])
  expect(targets).toEqual([])
  expectRefusal(await pressRunPayment(ours, payrollId), 409, 'FEE_TOO_HIGH')
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  expectRefusal(await ours.call('POST', path, { address: anAddress() }), 409, 'FEE_TOO_HIGH')
  await s.spendable(payrollId, 20_000_000n)

  await fees.estimates(2_000n)
  await s.price(9_100_000n)
  const { payment } = expectAccepted(paymentAnswer, await pressRunPayment(ours, payrollId))
  await s.paymentIs(ours, payment._id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  await expectPaid(s, payroll)
})

test('fees rise above the ceiling → an unconfirmed run is bumped within it, and mined', async () => {
  const { ours, ...payroll } = await fees.aPayroll(50_000n)
  await fees.estimates(2_000n)
  const { payment } = expectAccepted(paymentAnswer, await pressRunPayment(ours, payroll.payrollId))
  const id = payment.transactions[0]?._id ?? ''
  await s.transactionIs(ours, id, 'unconfirmed')
  await fees.estimates(aboveAll)
  const bump = (feeRate: number) => ours.call('POST', `/transactions/${id}/bump`, { feeRate })
  expectRefusal(await bump(1_000), 409, 'FEE_TOO_HIGH')
  await s.transactionIs(ours, id, 'unconfirmed')
  expect((await bump(20)).status).toBe(200)
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  await expectPaid(s, payroll)
  await fees.estimates(2_000n)
})
