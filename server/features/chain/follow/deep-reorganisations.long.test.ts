import { expect, test } from 'vitest'
import { deeperThanSix, deepSteps } from '#server/testing/deep-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })
const { templatesTo, paySevenDeep } = deepSteps(story)

test('6 blocks are taken back → no error is logged, no notice', async () => {
  const { engine, paymentIs, mineOnly, invalidate, followed } = story
  const { ids, paymentId } = await paySevenDeep()
  engine.alarms.length = 0
  await invalidate(6)
  for (let block = 0; block < 7; block++) await mineOnly()
  await followed()
  await paymentIs(ids, paymentId, 'confirmed')
  expect(engine.alarms).not.toContain(deeperThanSix)
  expect(await templatesTo(ids.companyId)).not.toContain('paymentReorganised')
})
