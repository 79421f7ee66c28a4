import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import {
  backdateRun,
  firstOfTwoBatchesMined,
  mempoolBut,
  readPreview,
} from '#server/testing/rest-steps.ts'

const story = await storyForFile({ ownNode: true })

/** More people than one transaction pays. */
const people = 3_100
const half = people / 2

const lines = (paymentId: string) =>
  story.engine.db
    .selectFrom('payouts as l')
    .innerJoin('transaction_outputs as o', 'o.line_id', 'l.line_id')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .select(['l.line_id as id', 'l.usd_cents', 'l.sats', 'o.sats as paid'])
    .select('t.rate_usd_cents_per_btc as rate')
    .where('l.sheet_id', '=', paymentId)
    .where('l.method', '=', 'BITCOIN')
    .where('t.state', '=', 'confirmed')
    .execute()

/** Whether the dashboard counts the payment as a run. */
const countsAsRun = (paymentId: string) =>
  sql<{ counts: boolean }>`
    SELECT NOT EXISTS (SELECT FROM uncounted_runs WHERE sheet_id = ${paymentId}) AS counts`
    .execute(story.engine.db)
    .then(({ rows }) => rows[0]?.counts)

test('second batch cancelled → its lines are paid at today’s rate and nobody twice', async () => {
  const { engine, paymentIs } = story
  const { ids, paymentId, secondId } = await firstOfTwoBatchesMined(story, people)
  const steps = bumpSteps(story)
  await steps.cancel(ids, secondId)
  await steps.currentIs(ids, secondId, { state: 'unconfirmed', type: 'cancel' })
  // The second batch is not mined yet, but still may be.
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
  await engine.play.mine(1)
  await steps.currentIs(ids, secondId, { state: 'confirmed', type: 'cancel' })
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(half)

  const today = (rateUsdCentsPerBtc * 9n) / 10n
  await engine.price(today)
  const before = await engine.until('its rest waits', async () => {
    const seen = await readPreview(story, ids)
    return seen.resumes && seen
  })
  expect(before).toMatchObject({ employees: half, resumes: { _id: paymentId } })
  expect(before.problems.map(({ code }) => code)).toEqual(['INSUFFICIENT_FUNDS'])
  await engine.play.give(ids.script, 9_000_000n)
  await engine.play.mine(1)
  await engine.until('the new deposit', async () => (await readPreview(story, ids)).enough)
  await engine.price(today)
  const { totalUsd, totalBtc, problems } = await readPreview(story, ids)
  expect(problems).toEqual([])

  expect(await countsAsRun(paymentId)).toBe(false)
  expect(await engine.run(ids)).toBe(paymentId)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
  const resumed = await paymentIs(ids, paymentId, 'unconfirmed')
  const last = resumed.transactions.at(-1)
  expect(last).toMatchObject({ usd: totalUsd, btc: totalBtc, usdRate: Number(today) / 100 })
  expect(resumed.transactions.map(({ state }) => state).sort()).toEqual([
    'confirmed',
    'confirmed',
    'unconfirmed',
  ])
  const recipients = await recipientsOf(engine.db, ids.companyId, last?._id ?? '', 'regtest')
  expect(recipients).toHaveLength(half)
  await engine.play.mine(1)
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid).toMatchObject({ lines: people, paidLines: people })
  expect(await countsAsRun(paymentId)).toBe(true)

  const all = await lines(paymentId)
  expect(new Set(all.map(({ id }) => id)).size).toBe(people)
  expect(all).toHaveLength(people)
  for (const { usd_cents, sats: line, paid: output, rate } of all) {
    expect(output).toBe(satsFromCents(usd_cents, rate))
    expect(line).toBe(output)
  }
  expect(new Set(all.map(({ rate }) => rate))).toEqual(new Set([rateUsdCentsPerBtc, today]))
  const total = all.reduce((sum, { paid: output }) => sum + output, 0n)
  expect(BigInt(paid.totalBtc.replace('.', ''))).toBe(total)

  // The run began long ago, and its unpaid lines were paid just now.
  const restPaidAt = new Date(last?.createdAt ?? '')
  await backdateRun(engine, paymentId, restPaidAt)
  await engine.price(today)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  // The confirmation came after the unpaid lines were ordered, so its time counts.
  const { lastPaid } = await readPreview(story, ids)
  expect(lastPaid?._id).toBe(paymentId)
  expect(Date.parse(lastPaid?.at ?? '')).toBeGreaterThanOrEqual(restPaidAt.getTime())
})

test('signed bytes that the tables call failed → the unpaid lines wait for them', async () => {
  const { engine, mineOnly, paymentIs } = story
  const { ids, paymentId, second } = await firstOfTwoBatchesMined(story, people)
  await engine.play.give(ids.script, 900_000_000n)
  await mineOnly(await mempoolBut(engine, second.txid))
  await engine.until(
    'the deposit',
    async () => (await story.balanceOf(ids.payrollId)).spendable_sats >= 900_000_000n,
  )
  const lost = (lost: boolean) => sql`
    UPDATE transactions SET is_lost = ${lost}, in_mempool = ${!lost}
    WHERE txid = ${Buffer.from(second.txid, 'hex')}`
  await lost(true).execute(engine.owner)
  await engine.owner
    .updateTable('sheets')
    .set({ closed_at: new Date() })
    .where('id', '=', paymentId)
    .execute()
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids)).rejects.toMatchObject({
    code: 'PAYMENT_IN_PROGRESS',
    details: { data: { payment: { _id: paymentId } } },
  })
  await lost(false).execute(engine.owner)
  await mineOnly([second])
  await paymentIs(ids, paymentId, 'confirmed')
})
