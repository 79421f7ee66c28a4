import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { feeRateOf } from '#server/testing/fee-rate.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const story = await storyForFile({ autoBumpUsdCents: 500n })
const steps = bumpSteps(story)
const feeRateIs = feeRateOf(story.engine)

async function emptyBlocks(count: number) {
  for (let block = 0; block < count; block++) await story.mineOnly()
  await story.followed()
}

test('a payment that waited for three blocks while fees rose is bumped by itself, once', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  await feeRateIs(2_000n)
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  await emptyBlocks(2)
  // A rate of 2.4 sat/vB is still below 1.25 times the 2 that was paid.
  await feeRateIs(2_400n)
  await emptyBlocks(1)
  expect(await steps.rowsOf(id)).toHaveLength(1)
  await feeRateIs(8_000n)
  const [, child] = await engine.until('the child is in the mempool', async () => {
    const rows = await steps.rowsOf(id)
    return rows[1]?.state === 'unconfirmed' && rows
  })
  expect(child).toMatchObject({ type: 'child', fee_rate_sats_per_kvb: 8_000n })
  // After a bump the next one waits for three more blocks.
  await feeRateIs(12_000n)
  await emptyBlocks(2)
  expect(await steps.rowsOf(id)).toHaveLength(2)
  await emptyBlocks(1)
  await engine.until('it is bumped again', async () => {
    const rows = await steps.rowsOf(id)
    return rows.length === 3 && rows[2]?.state === 'unconfirmed'
  })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('a bump that would cost more than the limit is left to the administrator', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  await feeRateIs(2_000n)
  const ids = await fundedPayroll(
    Array.from({ length: 60 }, () => 50_000n),
    40_000_000n,
  )
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  await emptyBlocks(3)
  // Some 2,000 vB at 18 sat/vB more than was paid are 36,000 sat, 33 dollars.
  await feeRateIs(20_000n)
  await emptyBlocks(1)
  expect(await steps.rowsOf(id)).toHaveLength(1)
  await feeRateIs(2_000n)
  expect((await steps.bump(ids, id, 20_000n)).method).toBe('CPFP')
  await engine.until('the child is in the mempool', async () => {
    const rows = await steps.rowsOf(id)
    return rows[1]?.state === 'unconfirmed'
  })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

longTest('a fan-out is bumped by its head → the batch on its lane follows once mined', async () => {
  const { engine, paymentIs } = story
  await feeRateIs(2_000n)
  const ids = await story.fundedPayroll(
    Array.from({ length: 3_100 }, () => 1_000n),
    900_000_000n,
  )
  const paymentId = await engine.run(ids)
  const [first] = await engine.until('the first batch is sent', async () => {
    const { transactions } = await steps.paymentOf(ids, paymentId)
    return transactions[0]?.state === 'unconfirmed' && transactions
  })
  if (!first?.txid) throw new Error('an unconfirmed transaction has a txid')
  // An addition of 1.5 sat/vB for 50,000 vB costs more than the limit, so the administrator bumps.
  expect((await steps.bump(ids, first._id, 3_500n)).method).toBe('CPFP')
  await steps.childIsSent(first._id)
  await engine.play.mine(1)
  const later = await engine.until('the later batch is sent', async () => {
    const { transactions } = await steps.paymentOf(ids, paymentId)
    return transactions[1]?.state === 'unconfirmed' && transactions[1]
  })
  const spent = await engine.db
    .selectFrom('transaction_inputs')
    .select('txid')
    .where('transaction_id', '=', later._id)
    .execute()
  expect(spent.map((input) => input.txid.toString('hex'))).toContain(first.txid)
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(3_100)
})
