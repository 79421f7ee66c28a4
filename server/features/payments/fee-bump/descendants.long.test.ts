import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { feeRateOf } from '#server/testing/fee-rate.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true, autoBumpUsdCents: 500n })
const steps = bumpSteps(story)
const feeRateIs = feeRateOf(story.engine)

/**
 * A payment and a second one that spends its change, after a reorganisation put both into the
 * mempool.
 */
async function oneOnAnother() {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const first = await steps.unconfirmedRun(ids)
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'confirmed')
  await engine.price(rateUsdCentsPerBtc)
  const second = await steps.unconfirmedRun(ids, first.paymentId)
  await story.invalidate(1)
  for (let block = 0; block < 4; block++) await story.mineOnly()
  await story.followed()
  await paymentIs(ids, first.paymentId, 'unconfirmed')
  await paymentIs(ids, second.paymentId, 'unconfirmed')
  return { ids, first, second }
}

test('another payment spends a stuck one’s head → that one is bumped and pays for both', async () => {
  const { engine, paymentIs } = story
  await feeRateIs(2_000n)
  const { ids, first, second } = await oneOnAnother()
  await feeRateIs(8_000n)
  await engine.until('the second is sped up', async () =>
    (await steps.rowsOf(second.id)).some(
      ({ type, state }) => type === 'child' && state === 'unconfirmed',
    ),
  )
  await feeRateIs(8_001n)
  await story.mineOnly()
  await story.followed()
  await expect(steps.bump(ids, first.id, 20_000n)).rejects.toMatchObject({
    code: 'CANNOT_BE_BUMPED',
  })
  expect(await steps.rowsOf(first.id)).toHaveLength(1)
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'confirmed')
  await paymentIs(ids, second.paymentId, 'confirmed')
})

test('another payment spends its head → neither is cancelled, both are mined again', async () => {
  const { engine, paymentIs } = story
  await feeRateIs(2_000n)
  const { ids, first, second } = await oneOnAnother()
  await expect(steps.cancel(ids, first.id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
  // The second payment's head is unconfirmed: a cancellation would break the line of payments.
  await expect(steps.cancel(ids, second.id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'confirmed')
  await paymentIs(ids, second.paymentId, 'confirmed')
})

test('a cancellation spends its head → it is not cancelled, both are mined again', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  await feeRateIs(2_000n)
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const first = await steps.unconfirmedRun(ids)
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'confirmed')
  await engine.price(rateUsdCentsPerBtc)
  const second = await steps.unconfirmedRun(ids, first.paymentId)
  await steps.cancel(ids, second.id)
  await steps.currentIs(ids, second.id, { state: 'unconfirmed', type: 'cancel' })
  await story.invalidate(1)
  for (let block = 0; block < 2; block++) await story.mineOnly()
  await story.followed()
  await paymentIs(ids, first.paymentId, 'unconfirmed')
  await expect(steps.cancel(ids, first.id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'confirmed')
  await paymentIs(ids, second.paymentId, 'rejected')
  expect((await steps.paymentOf(ids, second.paymentId)).paidLines).toBe(0)
})

/**
 * A run of 3,100 people: the fan-out and the batch on its lane, after a reorganisation put both
 * back.
 */
async function aBatchOnItsLane() {
  const { fundedPayroll, partsAre } = story
  await feeRateIs(2_000n)
  const salaries = Array.from({ length: 3_100 }, () => 1_000n)
  const ids = await fundedPayroll(salaries, 900_000_000n)
  const paymentId = await story.engine.run(ids)
  const { transactions } = await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  await story.engine.play.mine(1)
  await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  await story.invalidate(1)
  for (let block = 0; block < 2; block++) await story.mineOnly()
  await story.followed()
  await partsAre(ids, paymentId, 'unconfirmed', 'unconfirmed')
  return { ids, paymentId, fanOut: transactions[0]?._id ?? '', later: transactions[1]?._id ?? '' }
}

test('a fan-out with a batch on its lane is bumped by its head, and both are mined', async () => {
  const { ids, paymentId, fanOut } = await aBatchOnItsLane()
  expect((await steps.bump(ids, fanOut, 3_500n)).method).toBe('CPFP')
  await steps.childIsSent(fanOut)
  await story.partsAre(ids, paymentId, 'unconfirmed', 'unconfirmed')
  await story.engine.play.mine(1)
  expect((await story.paymentIs(ids, paymentId, 'confirmed')).paidLines).toBe(3_100)
})

test('a run is cancelled by replacing its fan-out: the batch on the lane goes with it', async () => {
  const { engine } = story
  const { ids, paymentId, fanOut, later } = await aBatchOnItsLane()
  await steps.cancel(ids, later)
  const cancel = await steps.currentIs(ids, fanOut, { state: 'unconfirmed', type: 'cancel' })
  expect(await engine.chain.mempoolTxids()).toEqual([cancel.txid])
  await engine.play.mine(1)
  await steps.currentIs(ids, fanOut, { state: 'confirmed', type: 'cancel' })
  await engine.until('the batch on the lane is not live', async () =>
    (await steps.rowsOf(later)).every(({ live }) => !live),
  )
  const paid = async () => {
    const { state, paidLines } = await steps.paymentOf(ids, paymentId)
    return [state, paidLines]
  }
  expect(await paid()).toEqual(['rejected', 0])
  await engine.play.mine(5)
  await story.followed()
  expect(await paid()).toEqual(['rejected', 0])
})
