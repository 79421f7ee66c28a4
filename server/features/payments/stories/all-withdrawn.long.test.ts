import { expect, test } from 'vitest'
import { paymentAnswer } from '#contract/payments.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import { withdrawAndConfirm } from '#server/testing/approval-steps.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile()
const ours = await s.company({ overUsd: null, changedAddresses: false })

const run = async (payrollId: string, body: object = {}) => {
  await s.price(9_100_000n)
  return ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`, body)
}
const withdrawAll = (payrollId: string) =>
  withdrawAndConfirm(s, ours, payrollId, { address: anAddress() })

async function deposit(payrollId: string, script: Buffer, sats = 3_000_000n) {
  await s.engine.play.give(script, sats)
  await s.engine.play.mine(1)
  await s.spendable(payrollId, sats)
}

/** Mines until this transaction, confirmed at or below the tip, has this depth. */
async function buryTo(id: string, depth: number) {
  const { confirmations } = await s.transactionIs(ours, id, 'confirmed')
  await s.engine.play.mine(depth - (confirmations ?? 0))
  await s.followed()
}

async function paid(payrollId: string, body: object = {}) {
  const { _id } = expectAccepted(paymentAnswer, await run(payrollId, body)).payment
  await s.paymentIs(ours, _id, 'unconfirmed')
  await s.engine.play.mine(1)
  return s.paymentIs(ours, _id, 'confirmed')
}

test('all is withdrawn after a cancellation → payments wait until that is buried', async () => {
  const payroll = await s.funded(ours, [50_000n, 20_000n], 3_000_000n)
  const { payrollId, script } = payroll
  const { payment } = expectAccepted(paymentAnswer, await run(payrollId))
  const id = payment.transactions[0]?._id ?? ''
  await s.transactionIs(ours, id, 'unconfirmed')
  await ours.call('POST', `/transactions/${id}/cancel`)
  await bumpSteps(s).currentIs(ours, id, { state: 'unconfirmed', type: 'cancel' })
  await s.engine.play.mine(1)
  await bumpSteps(s).currentIs(ours, id, { state: 'confirmed', type: 'cancel' })

  await withdrawAll(payrollId)
  await deposit(payrollId, script)
  expectRefusal(await run(payrollId), 409, 'PAYMENT_IN_PROGRESS')
  const { _id: second } = await withdrawAll(payrollId)
  await deposit(payrollId, script)
  await buryTo(second, buriedDepth - 1)
  const { data } = expectRefusal(await run(payrollId), 409, 'PAYMENT_IN_PROGRESS')
  expect(data).toMatchObject({ payment: null, transaction: { _id: second } })
  await buryTo(second, buriedDepth)
  await paid(payrollId)
  await expectPaid(s, payroll)
})

test('all is withdrawn, the payroll deleted → a late deposit revives it, and it pays', async () => {
  const payroll = await s.funded(ours, [50_000n], 3_000_000n)
  const { payrollId, script } = payroll
  const { _id: after } = await paid(payrollId)
  const { _id } = await withdrawAll(payrollId)
  expect((await s.balanceOf(payrollId)).balance_sats).toBe(0n)
  const path = `/companies/payrolls/${payrollId}`
  expect((await ours.call('DELETE', path)).status).toBe(200)
  expectRefusal(await ours.call('GET', `/payrolls/${payrollId}/balance`), 404, 'NOT_FOUND')

  await deposit(payrollId, script)
  expect((await ours.call('GET', `/payrolls/${payrollId}/balance`)).status).toBe(200)
  // The deleted payroll came back without its people.
  await s.engine.addMembers({ companyId: ours.companyId, payrollId }, payroll.employeeIds)
  expectRefusal(await run(payrollId, { after }), 409, 'PAYMENT_IN_PROGRESS')
  await buryTo(_id, buriedDepth)
  await paid(payrollId, { after })
  await expectPaid(s, payroll, 2)
})
