import { expect, test } from 'vitest'
import { minimumHeadSats } from '#domain/fees.ts'
import { satsFromCents } from '#domain/money.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { preview } from '../run/preview.ts'
import { readFacts } from '../run/read-facts.ts'

const story = await storyForFile()

type Ids = Awaited<ReturnType<ChainStory['payroll']>>

/** Deposits of these amounts, in one block. */
async function deposits({ payrollId, script }: Ids, amounts: bigint[]): Promise<void> {
  const { spendable_sats: before } = await story.balanceOf(payrollId)
  const payouts = amounts.map((sats) => ({ script, sats }))
  const sent = story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)
  await story.mineOnly([sent])
  await story.spendable(
    payrollId,
    amounts.reduce((sum, sats) => sum + sats, before),
  )
  await story.engine.price(rateUsdCentsPerBtc)
}

async function previewOf({ companyId, payrollId }: Ids) {
  await story.engine.price(rateUsdCentsPerBtc)
  const facts = await readFacts(story.engine.db, companyId, payrollId, story.engine, false)
  if (!facts) throw new Error('no such payroll')
  return preview(facts, 'es', new Date())
}

/** Deposits exactly what is missing. */
async function topUp(ids: Ids): Promise<void> {
  await expect(story.engine.run(ids)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  const { missing } = await previewOf(ids)
  await deposits(ids, [BigInt(missing.btc.replace('.', ''))])
}

/** A run that is in a block. */
async function paid(ids: Ids, after = '') {
  const paymentId = await story.engine.run(ids, after)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await story.engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  return paymentId
}

test('a payroll is short → the amount it names pays everybody and leaves 1,000 sat', async () => {
  const ids = await story.payroll([50_000n, 70_000n, 30_000n])
  await deposits(ids, [400_000n, 30_000n])
  await topUp(ids)
  await paid(ids)
  await story.spendable(ids.payrollId, minimumHeadSats)
  await expectPaid(story, ids)
})

longTest('a head of 1,000 sat is short → the amount that it names is enough', async () => {
  const ids = await story.payroll([50_000n])
  await topUp(ids)
  const first = await paid(ids)
  await story.spendable(ids.payrollId, minimumHeadSats)
  const facts = await readFacts(story.engine.db, ids.companyId, ids.payrollId, story.engine, false)
  expect(facts?.funds.heads).toHaveLength(1)
  await expect(story.engine.run(ids, first)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  const { missing } = await previewOf(ids)
  await deposits(ids, [BigInt(missing.btc.replace('.', ''))])
  await paid(ids, first)
  await story.spendable(ids.payrollId, minimumHeadSats)
  await expectPaid(story, ids, 2)
})

longTest('a head of 1,000 sat and 300 deposits → one batch spends enough of them', async () => {
  const salaryUsdCents = 180_000n
  const ids = await story.payroll([salaryUsdCents])
  await topUp(ids)
  const first = await paid(ids)
  await deposits(ids, Array<bigint>(300).fill(10_000n))
  await paid(ids, first)
  const { spendable_sats: left } = await story.balanceOf(ids.payrollId)
  const funds = 3_000_000n + minimumHeadSats - satsFromCents(salaryUsdCents, rateUsdCentsPerBtc)
  expect(left).toBeGreaterThan(funds - 60_000n)
  await expectPaid(story, ids, 2)
})
