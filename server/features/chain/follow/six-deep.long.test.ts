import { expect, test } from 'vitest'
import { readStandingBreaches } from '#server/features/invariants/standing-breaches.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })

test('a payment cancelled 6 deep is mined after all → the payment after it is excluded', async () => {
  const { engine } = story
  const steps = bumpSteps(story)
  const ids = await story.fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const [original] = await story.bytesOf(paymentId)
  if (!original) throw new Error('an unconfirmed transaction has bytes')
  await steps.depositBeside(ids, [original.txid], 9_000_000n)
  await steps.cancel(ids, id)
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  for (let block = 1; block < 6; block++) await story.mineOnly()
  await story.followed()
  expect((await steps.rowsOf(id))[0]?.state).toBe('failed')
  await engine.price(rateUsdCentsPerBtc)
  const next = await steps.unconfirmedRun(ids)

  await story.invalidate(6)
  await story.mineOnly([original])
  for (let block = 0; block < 6; block++) await story.mineOnly()
  await story.followed()
  expect(await readStandingBreaches(engine.db)).toEqual([])
  const row = (await steps.rowsOf(id))[0]
  expect(row, 'the chain has what failed before').toMatchObject({
    state: 'confirmed',
    failure: null,
  })
  // The next payment fails, since it spends the head that the cancellation made.
  await story.paymentIs(ids, next.paymentId, 'failed')
  await story.paymentIs(ids, paymentId, 'confirmed')
})
