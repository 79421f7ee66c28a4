import { test } from 'vitest'
import { cancelOffer, transactionAnswer } from '#contract/fee-bumps.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company({ overUsd: null, changedAddresses: false })

const { troubleIs } = s

test('a node that lost blocks does not make a payment impossible to cancel', async () => {
  const { payrollId } = await s.funded(ours, [50_000n], 3_000_000n)
  const path = `/companies/payrolls/${payrollId}/run-payment`
  const { payment } = expectAccepted(paymentAnswer, await ours.call('POST', path))
  const cancel = `/transactions/${payment.transactions[0]?._id}/cancel`
  await s.transactionIs(ours, payment.transactions[0]?._id ?? '', 'unconfirmed')
  const other = await testBitcoind()
  try {
    s.engine.switchNode(other)
    await troubleIs('node_behind')
    expectRefusal(await ours.call('GET', cancel), 503, 'NODE_UNAVAILABLE')
    expectRefusal(await ours.call('POST', cancel), 503, 'NODE_UNAVAILABLE')
  } finally {
    s.engine.switchNode()
    await other.stop()
  }
  await troubleIs(null)
  expectAccepted(cancelOffer, await ours.call('GET', cancel))
  expectAccepted(transactionAnswer, await ours.call('POST', cancel))
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'rejected')
})
