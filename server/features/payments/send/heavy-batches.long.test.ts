import { expect, test } from 'vitest'
import { readHealth } from '#server/features/monitoring/health.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readPayment } from '../read-payment.ts'
import { preview } from '../run/preview.ts'
import { readFacts } from '../run/read-facts.ts'

const story = await storyForFile()

/** Waits until the follower has read this fee rate. */
async function feeRateIs(feeRate: bigint): Promise<void> {
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

test('a later batch too heavy for any node waits for lower fee rates', async () => {
  const { engine, payroll, spendable, somebodysUtxo, signedBySomebody, mineOnly, paymentIs } = story
  // 6,100 people make two batches of just under 380,000 weight units each.
  const ids = await payroll(Array.from({ length: 6_100 }, () => 1_000n))
  await feeRateIs(2_000n)
  const facts = await readFacts(engine.db, ids.companyId, ids.payrollId, engine, false)
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

  // The deposits cover the missing amount at five times the rate, but in more than a hundred UTXOs.
  const small = Array.from({ length: 140 }, () => ({ script: ids.script, sats: 8_000n }))
  await mineOnly([signedBySomebody([await somebodysUtxo(small)], small)])
  await spendable(ids.payrollId, 140n * 8_000n)
  await feeRateIs(10_000n)
  await engine.play.mine(1)
  await engine.until('the second waits', async () => (await parts()) === 'confirmed,fee')
  const events = await engine.owner
    .selectFrom('money_events')
    .select('kind')
    .where('payroll_id', '=', ids.payrollId)
    .where('kind', '=', 'fee')
    .execute()
  expect(events).toHaveLength(1)
  const readWaiting = async () =>
    (await readHealth(engine.db, 'regtest', new Date())).batchOfDearFee
  expect(await readWaiting()).toBeNull()
  const { id } = await engine.owner
    .updateTable('transactions')
    .set({ waiting_since: new Date(Date.now() - 25 * 3_600_000) })
    .where('sheet_id', '=', paymentId)
    .where('waiting_for', '=', 'fee')
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await readWaiting()).toBe(id)

  await feeRateIs(2_000n)
  await engine.play.mine(1)
  await engine.until(
    'the second part is sent',
    async () => (await parts()) === 'confirmed,unconfirmed',
  )
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(6_100)
})

test('fees double → the lane pays the batch; without enough it waits for a deposit', async () => {
  const { engine, payroll, spendable, paymentIs } = story
  const somebody = anAddress()
  const salaries = Array.from({ length: 3_100 }, () => 3_000n)
  const addresses = salaries.map(() => somebody)
  await feeRateIs(2_000n)
  const ample = await payroll(salaries, addresses)
  const tight = await payroll(salaries, addresses)
  const facts = await readFacts(engine.db, tight.companyId, tight.payrollId, engine, false)
  if (!facts) throw new Error('no such payroll')
  const least = BigInt(preview(facts, 'es', new Date()).missing.btc.replace('.', ''))
  await engine.play.give(ample.script, 2n * least)
  await engine.play.give(tight.script, least)
  await engine.play.mine(1)
  await spendable(ample.payrollId, 2n * least)
  await spendable(tight.payrollId, least)
  const runs = { ample: await engine.run(ample), tight: await engine.run(tight) }
  const partsAre = (which: 'ample' | 'tight', states: string) =>
    engine.until(`the parts of ${which} are ${states}`, async () => {
      const { companyId } = which === 'ample' ? ample : tight
      const payment = await readPayment(engine.db, companyId, runs[which])
      const found = payment?.transactions.map(({ state, waitingFor }) => waitingFor ?? state)
      return found?.join() === states && payment
    })
  await partsAre('ample', 'unconfirmed,feeder')
  await partsAre('tight', 'unconfirmed,feeder')

  await feeRateIs(4_000n)
  await engine.play.mine(1)
  const { transactions } = await partsAre('ample', 'confirmed,unconfirmed')
  expect(transactions[1]?.feeRate).toBe(4)
  await feeRateIs(20_000n)
  await partsAre('tight', 'confirmed,fee')
  await engine.play.give(tight.script, 3_000_000n)
  await engine.play.mine(1)
  const waited = await partsAre('tight', 'confirmed,unconfirmed')
  expect(waited.transactions[1]?.feeRate).toBe(20)
  await engine.play.mine(1)
  await paymentIs(ample, runs.ample, 'confirmed')
  await paymentIs(tight, runs.tight, 'confirmed')
  await feeRateIs(2_000n)
})
