import { expect, test } from 'vitest'
import { readStandingBreaches } from '#server/features/invariants/standing-breaches.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { deeperThanSix, deepSteps } from '#server/testing/deep-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const story = await storyForFile({ ownNode: true })

const { templatesTo, paySevenDeep } = deepSteps(story)

longTest('7 blocks are taken back → an error is logged, administrators are notified', async () => {
  const { engine, paymentIs, mineOnly, invalidate, followed } = story
  const { ids, paymentId } = await paySevenDeep()
  await paymentIs(ids, paymentId, 'confirmed')
  engine.alarms.length = 0
  await invalidate(7)
  for (let block = 0; block < 8; block++) await mineOnly()
  await followed()
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect(engine.alarms).toContain(deeperThanSix)
  expect(await templatesTo(ids.companyId)).toContain('paymentReorganised')
  expect(await readStandingBreaches(engine.db)).toEqual([])

  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await engine.price(rateUsdCentsPerBtc)
  const next = await engine.run(ids, paymentId)
  await paymentIs(ids, next, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, next, 'confirmed')
  expect(
    (await templatesTo(ids.companyId)).filter((one) => one === 'paymentReorganised'),
  ).toHaveLength(1)
})

test('7 blocks are replaced and the new ones hold the payment → no notice', async () => {
  const { engine, paymentIs, mineOnly, invalidate, followed } = story
  const { ids, paymentId, batch } = await paySevenDeep()
  engine.alarms.length = 0
  await invalidate(7)
  await mineOnly([batch])
  for (let block = 0; block < 7; block++) await mineOnly()
  await followed()
  await paymentIs(ids, paymentId, 'confirmed')
  expect(engine.alarms).toContain(deeperThanSix)
  expect(await templatesTo(ids.companyId)).not.toContain('paymentReorganised')
})
