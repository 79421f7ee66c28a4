import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { marketOf } from '#server/testing/market.ts'

let story: ChainStory
let steps: ReturnType<typeof bumpSteps>
let marketIs: ReturnType<typeof marketOf>

beforeAll(async () => {
  story = await chainStory({ autoBumpUsdCents: 500n })
  steps = bumpSteps(story)
  marketIs = marketOf(story.engine)
}, 60_000)
afterAll(() => story.engine.stop())

/** A payment, and one that spends its change, once a reorganisation has put both into the mempool. */
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

test('a slow payment is not replaced where another one hangs on it: that one is sped up, and pays for both', async () => {
  const { engine, paymentIs } = story
  await marketIs(2_000n)
  const { ids, first, second } = await oneOnAnother()
  await marketIs(8_000n)
  await engine.until('the second is sped up', async () =>
    (await steps.rowsOf(second.id)).some(
      ({ type, state }) => type === 'child' && state === 'unconfirmed',
    ),
  )
  await marketIs(8_001n)
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

test('it is not cancelled under another one either: both are mined again', async () => {
  const { engine, paymentIs } = story
  await marketIs(2_000n)
  const { ids, first, second } = await oneOnAnother()
  await expect(steps.cancel(ids, first.id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'confirmed')
  await paymentIs(ids, second.paymentId, 'confirmed')
})

test('it is cancelled where what hung on it had been cancelled before', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  await marketIs(2_000n)
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
  await steps.cancel(ids, first.id)
  await steps.currentIs(ids, first.id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'rejected')
  for (let deep = 2; deep <= 6; deep++) await story.mineOnly()
  await story.followed()
  expect((await steps.paymentOf(ids, second.paymentId)).paidLines).toBe(0)
  expect((await story.balanceOf(ids.payrollId)).spendable_sats).toBeGreaterThan(2_990_000n)
})

test('nor is what feeds a later part that is signed, once a reorganisation has taken it back', async () => {
  const { engine, partsAre, paymentIs } = story
  await marketIs(2_000n)
  // One salary that needs more coins than one transaction spends: they are gathered by two.
  const ids = await story.payroll([165_000n])
  const payouts = Array.from({ length: 200 }, () => ({ script: ids.script, sats: 10_000n }))
  await story.mineOnly([story.signedBySomebody([await story.somebodysCoin(payouts)], payouts)])
  await story.spendable(ids.payrollId, 2_000_000n)
  const paymentId = await engine.run(ids)
  const { transactions } = await partsAre(
    ids,
    paymentId,
    'unconfirmed',
    'unconfirmed',
    'pendingApproval',
  )
  const feeders = await story.bytesOf(paymentId)
  await steps.depositBeside(
    ids,
    feeders.map(({ txid }) => txid),
    500_000n,
  )
  await story.mineOnly(feeders)
  await partsAre(ids, paymentId, 'confirmed', 'confirmed', 'unconfirmed')
  await story.invalidate(1)
  for (let block = 0; block < 2; block++) await story.mineOnly()
  await story.followed()
  await partsAre(ids, paymentId, 'unconfirmed', 'unconfirmed', 'unconfirmed')
  await expect(steps.bump(ids, transactions[0]?._id ?? '', 4_000n, true)).rejects.toMatchObject({
    code: 'CANNOT_BE_BUMPED',
  })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})
