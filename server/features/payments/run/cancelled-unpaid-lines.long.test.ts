import { expect, test } from 'vitest'
import { checkInvariants } from '#server/features/invariants/index.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { firstOfTwoBatchesMined } from '#server/testing/rest-steps.ts'
import { readFacts } from './read-facts.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)

/** The first of two batches is mined, and the second is being cancelled. */
async function secondBatchCancelled() {
  const { secondId: cancelled, ...run } = await firstOfTwoBatchesMined(story)
  await steps.cancel(run.ids, cancelled)
  await steps.currentIs(run.ids, cancelled, { state: 'unconfirmed', type: 'cancel' })
  return { ...run, cancelled }
}

type Ids = Awaited<ReturnType<typeof secondBatchCancelled>>['ids']

/** Pays the unpaid lines of the run; returns their first transaction once it is in the mempool. */
async function restSent(ids: Ids, paymentId: string) {
  const { engine } = story
  await engine.until('its rest is known', async () => {
    const facts = await readFacts(engine.db, ids.companyId, ids.payrollId, engine, false)
    return facts?.rest && !facts.inMempool && facts.funds.heads.length > 0
  })
  // At a higher price the lines take fewer satoshi, so that the returned UTXO suffices.
  await engine.price((rateUsdCentsPerBtc * 11n) / 10n)
  expect(await engine.run(ids)).toBe(paymentId)
  return engine.until('the rest is sent, or refused', async () => {
    const last = (await steps.paymentOf(ids, paymentId)).transactions.at(-1)
    if (last?.failure) throw new Error(last.failure)
    return last?.state === 'unconfirmed' && last
  })
}

const breaches = async () =>
  (
    await checkInvariants(story.engine.db, story.engine.chain, {
      history: 'all',
      node: 'utxos',
      macKey: story.engine.macKey,
      secondLookAfterMs: 1_000,
    })
  ).breaches

/**
 * Makes a branch in which the cancelled batch is mined after all, and which excludes every batch of
 * the reopened run.
 */
async function cancelledOneComesBack(depth: number, { hex }: { hex: string }) {
  await story.invalidate(depth)
  await story.mineOnly([{ hex }])
  for (let block = 0; block < 6; block++) await story.mineOnly()
  await story.followed()
}

test('unpaid lines whose batch was cancelled can be paid at once, never beside it', async () => {
  const { engine } = story
  const { ids, paymentId, people, second, cancelled } = await secondBatchCancelled()
  await engine.play.mine(1)
  await steps.currentIs(ids, cancelled, { state: 'confirmed', type: 'cancel' })
  const rest = await restSent(ids, paymentId)
  await steps.cancel(ids, rest._id)
  await steps.currentIs(ids, rest._id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await steps.currentIs(ids, rest._id, { state: 'confirmed', type: 'cancel' })

  const anew = await restSent(ids, paymentId)
  await engine.play.mine(1)
  await steps.currentIs(ids, anew._id, { state: 'confirmed', type: 'send' })
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(people)
  expect(await breaches()).toEqual([])

  await cancelledOneComesBack(3, second)
  await steps.currentIs(ids, cancelled, { state: 'confirmed', type: 'send' })
  expect((await steps.rowsOf(anew._id))[0]?.state).toBe('failed')
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(people)
})
