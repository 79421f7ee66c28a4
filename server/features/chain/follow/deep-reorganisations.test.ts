import { expect, test } from 'vitest'
import { readStandingBreaches } from '#server/features/invariants/standing-breaches.ts'
import { notifyMoneyEvents } from '#server/features/notifications/money/notify.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })

/** The mail templates that the company's administrators got, looked up a minute from now. */
async function templatesTo(companyId: string): Promise<string[]> {
  const { engine } = story
  await notifyMoneyEvents(engine.worker, { ...engine, now: new Date(Date.now() + 61_000) })
  const sent = await messagesTo(engine.db)
  return sent.filter((one) => one.company_id === companyId).map(({ template }) => template)
}

async function paidSevenDeep() {
  const { engine, fundedPayroll, paymentIs, mineOnly, followed } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  const [batch] = await story.bytesOf(paymentId)
  if (!batch) throw new Error('an unconfirmed payment has bytes')
  for (let block = 0; block < 7; block++) await mineOnly(block === 0 ? [batch] : [])
  await followed()
  return { ids, paymentId, batch }
}

const deeper = 'a reorganisation is more than 6 blocks deep'

test('7 blocks are taken back → an error is logged, administrators are notified', async () => {
  const { engine, paymentIs, mineOnly, invalidate, followed } = story
  const { ids, paymentId } = await paidSevenDeep()
  await paymentIs(ids, paymentId, 'confirmed')
  engine.alarms.length = 0
  await invalidate(7)
  for (let block = 0; block < 8; block++) await mineOnly()
  await followed()
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect(engine.alarms).toContain(deeper)
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
  const { ids, paymentId, batch } = await paidSevenDeep()
  engine.alarms.length = 0
  await invalidate(7)
  await mineOnly([batch])
  for (let block = 0; block < 7; block++) await mineOnly()
  await followed()
  await paymentIs(ids, paymentId, 'confirmed')
  expect(engine.alarms).toContain(deeper)
  expect(await templatesTo(ids.companyId)).not.toContain('paymentReorganised')
})

test('6 blocks are taken back → no error is logged, no notice', async () => {
  const { engine, paymentIs, mineOnly, invalidate, followed } = story
  const { ids, paymentId } = await paidSevenDeep()
  engine.alarms.length = 0
  await invalidate(6)
  for (let block = 0; block < 7; block++) await mineOnly()
  await followed()
  await paymentIs(ids, paymentId, 'confirmed')
  expect(engine.alarms).not.toContain(deeper)
  expect(await templatesTo(ids.companyId)).not.toContain('paymentReorganised')
})
