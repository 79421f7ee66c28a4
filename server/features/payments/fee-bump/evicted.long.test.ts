import { afterEach, beforeEach, expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'

let story: ChainStory

beforeEach(async () => {
  story = await chainStory({ nodeArgs: ['-maxmempool=5'] })
})
afterEach(() => story.engine.stop())

test('a payment that a full mempool evicted comes back together with its child', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const steps = bumpSteps(story)
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  await steps.fillMempoolWithout(txid)
  await paymentIs(ids, paymentId, 'removed')
  const bump = await steps.bump(ids, id, 30_000n, true)
  expect(bump.method).toBe('CPFP')
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect(await engine.chain.inMempool(txid)).toBe(true)
  const child = await steps.childIsSent(id)
  // Evicts the transaction with its child: the next child takes the first one's place in the
  // package.
  await steps.fillMempoolWithout(txid, 30_200n)
  await paymentIs(ids, paymentId, 'removed')
  await steps.bump(ids, id, 90_000n, true)
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect(await steps.childIsSent(id)).toMatchObject({ root_id: child.id, version: 2 })
  await engine.play.mine(1)
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid.transactions).toMatchObject([{ _id: id, txid }])
})

test('a batch of 95,000 vB that a full mempool evicted comes back in one package', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const steps = bumpSteps(story)
  const people = Array.from({ length: 3_000 }, () => 1_000n)
  const ids = await fundedPayroll(people, 900_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  await steps.fillMempoolWithout(txid)
  await paymentIs(ids, paymentId, 'removed')
  expect((await steps.bump(ids, id, 12_000n, true)).method).toBe('CPFP')
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect((await steps.childIsSent(id)).vsize).toBe(110)
  await engine.play.mine(3)
  expect((await paymentIs(ids, paymentId, 'confirmed')).paidLines).toBe(3_000)
})
