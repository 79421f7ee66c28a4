import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)

async function mine(blocks: number, first: { hex: string }[] = []) {
  for (let block = 0; block < blocks; block++) await story.mineOnly(block === 0 ? first : [])
  await story.followed()
}

type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>

/** A run, in a block. */
async function paid(ids: Ids, after = '') {
  await story.engine.price(rateUsdCentsPerBtc)
  const run = await steps.unconfirmedRun(ids, after)
  await story.engine.play.mine(1)
  await story.paymentIs(ids, run.paymentId, 'confirmed')
  return run
}

/** A run whose cancellation is 7 deep; the eighth block pays everybody by a second run. */
async function cancelledAndPaid() {
  const ids = await story.fundedPayroll([20_000n, 30_000n], 3_000_000n)
  const first = await steps.unconfirmedRun(ids)
  const [original] = await story.bytesOf(first.paymentId)
  if (!original) throw new Error('an unconfirmed payment has bytes')
  await steps.cancel(ids, first.id)
  await steps.currentIs(ids, first.id, { state: 'unconfirmed', type: 'cancel' })
  await story.engine.play.mine(1)
  await steps.currentIs(ids, first.id, { state: 'confirmed', type: 'cancel' })
  await mine(6)
  return { ids, first, original, second: await paid(ids) }
}

test('a cancellation 7 deep is reorganised away → the first run is mined, not the next', async () => {
  const { ids, first, original, second } = await cancelledAndPaid()
  await story.invalidate(8)
  await mine(9, [original])
  const { paidLines } = await story.paymentIs(ids, first.paymentId, 'confirmed')
  expect(paidLines).toBe(2)
  expect((await story.paymentIs(ids, second.paymentId, 'failed')).paidLines).toBe(0)
  await story.engine.price(rateUsdCentsPerBtc)
  await expect(story.engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  await expectPaid(story, ids)
})

test('a third run from a larger deposit → it is not mined beside the first', async () => {
  const { ids, first, original, second } = await cancelledAndPaid()
  const { spendable_sats: head } = await story.balanceOf(ids.payrollId)
  await story.engine.play.give(ids.script, 9_000_000n)
  await story.engine.play.mine(1)
  await story.spendable(ids.payrollId, 9_000_000n + head)
  const third = await paid(ids, second.paymentId)
  await expectPaid(story, ids, 2)

  await story.invalidate(10)
  await mine(11, [original])
  await story.paymentIs(ids, first.paymentId, 'confirmed')
  for (const { paymentId } of [second, third]) {
    expect((await story.paymentIs(ids, paymentId, 'failed')).paidLines).toBe(0)
  }
  await story.engine.play.mine(1)
  await story.followed()
  await expectPaid(story, ids)
})

test('8 blocks are replaced by equal ones → the second run alone is paid', async () => {
  const { ids, first, second } = await cancelledAndPaid()
  await story.invalidate(8)
  await story.engine.play.mine(1)
  await mine(8)
  expect((await story.paymentIs(ids, second.paymentId, 'confirmed')).paidLines).toBe(2)
  expect((await steps.paymentOf(ids, first.paymentId)).paidLines).toBe(0)
  await expectPaid(story, ids)
})
