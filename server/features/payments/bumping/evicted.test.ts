import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'

let story: ChainStory

beforeAll(async () => {
  story = await chainStory({ nodeArgs: ['-maxmempool=5'] })
}, 60_000)
afterAll(() => story.engine.stop())

test('a payment that a full mempool let go of comes back together with the child that pays for both', async () => {
  const { engine, fundedPayroll, paymentIs, somebodysCoin, signedBySomebody, send } = story
  const steps = bumpSteps(story)
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const many = Array.from({ length: 2_900 }, (_, n) => ({
    script: Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, n % 251)]),
    sats: 1_000n,
  }))
  // Each pays more than the one before, or it would be the one to go.
  for (let feeRate = 5_000n; await engine.chain.inMempool(txid); feeRate += 200n) {
    await send(signedBySomebody([await somebodysCoin(many)], many, feeRate))
  }
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
