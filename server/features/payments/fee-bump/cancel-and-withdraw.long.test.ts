import { expect, test } from 'vitest'
import { paymentAnswer } from '#contract/payments.ts'
import { withdrawAndConfirm } from '#server/testing/approval-steps.ts'
import { makeCancelledRun } from '#server/testing/cancelled-run.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company({ overUsd: null, changedAddresses: false })

const run = (payrollId: string) => ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`)

test('the head of a cancelled run is withdrawn → no payment until that is buried', async () => {
  const { payrollId, script } = await s.funded(ours, [50_000n], 3_000_000n)
  const { payment } = await makeCancelledRun(s, ours, payrollId)
  await withdrawAndConfirm(s, ours, payrollId, { address: anAddress() })
  await s.engine.play.give(script, 3_000_000n)
  await s.engine.play.mine(1)
  await s.spendable(payrollId, 3_000_000n)
  await s.price(9_100_000n)
  const { data } = expectRefusal(await run(payrollId), 409, 'PAYMENT_IN_PROGRESS')
  expect(data).toMatchObject({ payment: { _id: payment._id } })
  await s.engine.play.mine(100)
  await s.followed()
  await s.price(9_100_000n)
  const next = expectAccepted(paymentAnswer, await run(payrollId)).payment
  await s.engine.play.mine(1)
  await s.paymentIs(ours, next._id, 'confirmed')
})

test('the next run spends what a withdrawal left of a cancelled run’s head', async () => {
  const { payrollId, script } = await s.funded(ours, [50_000n], 3_000_000n)
  const { payment, original } = await makeCancelledRun(s, ours, payrollId)
  const { txid } = await withdrawAndConfirm(s, ours, payrollId, {
    address: anAddress(),
    amount: '0.01',
  })
  const { spendable_sats: left } = await s.balanceOf(payrollId)
  // The new deposit alone is enough for the next run.
  await s.engine.play.give(script, 9_000_000n)
  await s.engine.play.mine(1)
  await s.spendable(payrollId, 9_000_000n + left)
  await s.price(9_100_000n)
  const next = expectAccepted(paymentAnswer, await run(payrollId)).payment
  await s.paymentIs(ours, next._id, 'unconfirmed')
  const spent = await s.engine.db
    .selectFrom('transaction_inputs')
    .select('txid')
    .where('transaction_id', '=', next.transactions[0]?._id ?? '')
    .execute()
  expect(spent.map((input) => input.txid.toString('hex'))).toContain(txid)

  // A reorganisation brings the cancelled payment back: the next run conflicts with it and cannot
  // be mined.
  await s.invalidate(3)
  await s.mineOnly([original])
  for (let block = 0; block < 6; block++) await s.mineOnly()
  await s.followed()
  expect((await s.paymentIs(ours, payment._id, 'confirmed')).paidLines).toBe(1)
  expect((await s.paymentIs(ours, next._id, 'failed')).paidLines).toBe(0)
})
