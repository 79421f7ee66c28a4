import { afterAll, beforeAll, expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'

let story: ChainStory

beforeAll(async () => {
  story = await chainStory()
}, 60_000)
afterAll(() => story.engine.stop())

test('in a dear market, change too small to make goes to the fee and the node still takes it', async () => {
  const { engine, paymentIs, fundedPayroll } = story
  const feeRate = 290_000n
  const sats = satsFromCents(100_000n, rateUsdCentsPerBtc)
  // 110 vB without change, 141 with: what change would have cost is a third more for the rest.
  const payroll = await fundedPayroll([100_000n], sats + 141n * 290n + 200n)
  engine.chain.estimatedFeeRate = async () => feeRate
  await engine.until('the market is dear', () =>
    engine.db
      .selectFrom('node_status')
      .select('height')
      .where('fee_rate_sats_per_kvb', '=', feeRate)
      .executeTakeFirst(),
  )
  const paymentId = await engine.run(payroll)
  const { transactions } = await paymentIs(payroll, paymentId, 'unconfirmed')
  expect(transactions).toHaveLength(1)
  await engine.play.mine(1)
  await paymentIs(payroll, paymentId, 'confirmed')
})
