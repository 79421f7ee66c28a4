import { expect, test } from 'vitest'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { btcText } from '#domain/money.ts'
import { withdrawAndConfirm } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const s = await paymentsForFile()
const ours = await s.company({ overUsd: null, changedAddresses: false })

const pathOf = (payrollId: string) => `/companies/payrolls/${payrollId}`
const run = (payrollId: string) => ours.call('POST', `${pathOf(payrollId)}/run-payment`)
const previewOf = async (payrollId: string) =>
  expectAccepted(paymentPreview, await ours.call('GET', `${pathOf(payrollId)}/payment-preview`))

const depthIs = (id: string, depth: number) =>
  s.engine.until(`it is ${depth} deep`, async () => {
    const { confirmations } = await s.transactionIs(ours, id, 'confirmed')
    return confirmations === depth
  })

/** A deposit in a block. */
async function deposit(payrollId: string, script: Uint8Array, sats: bigint) {
  const { balance_sats: before } = await s.balanceOf(payrollId)
  await s.engine.play.give(Buffer.from(script), sats)
  await s.engine.play.mine(1)
  await s.spendable(payrollId, before + sats)
  await s.price(9_100_000n)
}

test('a withdrawal of all but 1,000 sat leaves a head; the next payment starts at once', async () => {
  const { payrollId, script } = await s.funded(ours, [5_000n], 500_000n)
  await withdrawAndConfirm(s, ours, payrollId, {
    address: anAddress(),
    amount: btcText(500_000n - minimumHeadSats),
  })
  await s.spendable(payrollId, minimumHeadSats)
  await deposit(payrollId, script, 400_000n)
  expect(await previewOf(payrollId)).toMatchObject({ problems: [], waitsFor: null })
  expectAccepted(paymentAnswer, await run(payrollId))
})

test('the preview names an open withdrawal as what the next payment waits for', async () => {
  const { payrollId } = await s.funded(ours, [5_000n], 500_000n)
  const path = `${pathOf(payrollId)}/withdraw-funds`
  const response = await ours.call('POST', path, { address: anAddress() })
  const { _id } = expectAccepted(withdrawalAnswer, response).transaction
  const { problems, waitsFor } = await previewOf(payrollId)
  expect(problems.map(({ code }) => code)).toContain('PAYMENT_IN_PROGRESS')
  expect(waitsFor).toMatchObject({ _id, state: 'pendingApproval' })
})

longTest('all withdrawn → the next payment waits until that is buried, a part too', async () => {
  const { payrollId, script } = await s.funded(ours, [5_000n], 500_000n)
  const { _id } = await withdrawAndConfirm(s, ours, payrollId, { address: anAddress() })
  await deposit(payrollId, script, 400_000n)
  const ask = (body: object) =>
    ours.call('POST', `${pathOf(payrollId)}/withdraw-funds`, { address: anAddress(), ...body })
  const waits = async () => {
    for (const answer of [await run(payrollId), await ask({ amount: '0.001' })]) {
      const { data } = expectRefusal(answer, 409, 'PAYMENT_IN_PROGRESS')
      expect(data).toMatchObject({ payment: null, transaction: { _id, state: 'confirmed' } })
    }
  }
  await waits()
  expect(await previewOf(payrollId)).toMatchObject({
    waitsFor: { _id, state: 'confirmed', confirmations: 2 },
  })

  await s.engine.play.mine(buriedDepth - 3)
  await depthIs(_id, buriedDepth - 1)
  await s.price(9_100_000n)
  await waits()
  await s.engine.play.mine(1)
  await depthIs(_id, buriedDepth)
  await s.price(9_100_000n)
  expect(await previewOf(payrollId)).toMatchObject({ problems: [], waitsFor: null })
  expectAccepted(paymentAnswer, await run(payrollId))
})
