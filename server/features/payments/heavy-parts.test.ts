import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'
import { readFacts } from './facts.ts'
import { preview } from './preview.ts'
import { readPayment } from './store.ts'

let story: ChainStory

beforeAll(async () => {
  story = await chainStory()
}, 60_000)
afterAll(() => story.engine.stop())

/** The follower of the chain asks the node every 5 s. */
async function marketIs(feeRate: bigint): Promise<void> {
  const { db, chain, until } = story.engine
  chain.estimatedFeeRate = async () => feeRate
  await until(`a rate of ${feeRate}`, () =>
    db
      .selectFrom('node_status')
      .select('height')
      .where('fee_rate_sats_per_kvb', '=', feeRate)
      .executeTakeFirst(),
  )
}

test('a later part that would grow too heavy for any node waits for a better market', async () => {
  const { engine, payroll, spendable, somebodysCoin, signedBySomebody, mineOnly, paymentIs } = story
  // Two parts of just under 380,000 weight units each.
  const ids = await payroll(Array.from({ length: 6_100 }, () => 1_000n))
  await marketIs(2_000n)
  const facts = await readFacts(engine.db, ids.companyId, ids.payrollId, 'regtest', false)
  if (!facts) throw new Error('no such payroll')
  const tight = BigInt(preview(facts, 'es', new Date()).missing.btc.replace('.', ''))
  await engine.play.give(ids.script, tight)
  await engine.play.mine(1)
  await spendable(ids.payrollId, tight)
  const paymentId = await engine.run(ids)
  const parts = async () => {
    const payment = await readPayment(engine.db, ids.companyId, paymentId)
    return payment?.transactions.map(({ state, waitingFor }) => waitingFor ?? state).join()
  }
  await engine.until('the first part is sent', async () => (await parts()) === 'unconfirmed,feeder')

  // What is missing at five times the rate is there, but in more than a hundred coins.
  const small = Array.from({ length: 140 }, () => ({ script: ids.script, sats: 8_000n }))
  await mineOnly([signedBySomebody([await somebodysCoin(small)], small)])
  await spendable(ids.payrollId, 140n * 8_000n)
  await marketIs(10_000n)
  await engine.play.mine(1)
  await engine.until('the first part is paid', async () => (await parts())?.startsWith('confirmed'))
  await story.followed()
  await sleep(2_000)
  expect(await parts()).toBe('confirmed,feeder')

  await marketIs(2_000n)
  await engine.play.mine(1)
  await engine.until(
    'the second part is sent',
    async () => (await parts()) === 'confirmed,unconfirmed',
  )
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(6_100)
})
