import { afterEach, beforeEach, expect, test } from 'vitest'
import { ChainError } from '#server/ports.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'
import { feeRateOf } from '#server/testing/fee-rate.ts'

let story: ChainStory
let feeRateIs: ReturnType<typeof feeRateOf>
const atFirst = 2_000n

// A mempool that was once full keeps a higher minimum fee for half a day, so each test has a node
// of its own.
beforeEach(async () => {
  story = await chainStory({ nodeArgs: ['-maxmempool=5'], autoBumpUsdCents: 500n })
  feeRateIs = feeRateOf(story.engine, atFirst)
})
afterEach(() => story.engine.stop())

/** Waits until the worker sees these fee rates, and mines three empty blocks. */
async function threeBlocksAt(rate: bigint) {
  await feeRateIs(rate)
  for (let block = 0; block < 3; block++) await story.mineOnly()
  await story.followed()
}

test('a payment that a full mempool evicted is bumped by itself, within the limit', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const steps = bumpSteps(story)
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  await steps.fillMempoolWithout(txid)
  await paymentIs(ids, paymentId, 'removed')
  // Some 250 vB at 28 sat/vB more than was paid are 7,200 sat, six and a half dollars.
  await threeBlocksAt(30_000n)
  expect(await steps.rowsOf(id)).toHaveLength(1)
  await threeBlocksAt(15_000n)
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect(await engine.chain.inMempool(txid)).toBe(true)
  const rows = await steps.rowsOf(id)
  expect(rows).toMatchObject([
    { state: 'unconfirmed' },
    { type: 'child', state: 'unconfirmed', fee_rate_sats_per_kvb: 15_000n },
  ])
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('one that a mempool never took, for it was full by then, is brought in by itself', async () => {
  const { engine, fundedPayroll, paymentIs, somebodysUtxo } = story
  const steps = bumpSteps(story)
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { send } = engine.chain
  engine.chain.send = () => Promise.reject(new ChainError('unknown', 'cut off'))
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'signed')
  const payouts = [{ script: ids.script, sats: 100_000n }]
  const asCheap = story.signedBySomebody([await somebodysUtxo(payouts)], payouts, atFirst)
  await story.send(asCheap)
  await steps.fillMempoolWithout(asCheap.txid)
  engine.chain.send = send
  await threeBlocksAt(15_000n)
  const { transactions } = await paymentIs(ids, paymentId, 'unconfirmed')
  const rows = await steps.rowsOf(transactions[0]?._id ?? '')
  expect(rows.at(-1)).toMatchObject({ state: 'unconfirmed', fee_rate_sats_per_kvb: 15_000n })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})
