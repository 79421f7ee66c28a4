import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'

let story: ChainStory

beforeAll(async () => {
  story = await chainStory({ nodeArgs: ['-maxmempool=5'] })
}, 60_000)
afterAll(() => story.engine.stop())

test('a payment that a full mempool let go of comes back together with the child that pays for both', async () => {
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
  const [, child] = await steps.rowsOf(id)
  expect(child).toMatchObject({ type: 'child', state: 'unconfirmed' })
  await engine.play.mine(1)
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid.transactions).toMatchObject([{ _id: id, txid }])
})
