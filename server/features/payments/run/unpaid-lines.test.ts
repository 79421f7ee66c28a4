import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { checkInvariants } from '#server/features/invariants/index.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { backdateRun, firstOfTwoBatchesMined, mempoolBut } from '#server/testing/rest-steps.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { readPayment } from '../read-payment.ts'
import { preview } from './preview.ts'
import { readFacts } from './read-facts.ts'
import { closeUnpaid } from './unpaid-lines.ts'

const story = await storyForFile({ ownNode: true })

const somebody = anAddress()
/** More people than one transaction pays. */
const people = 3_100
const half = people / 2
const addresses = Array.from({ length: people }, () => somebody)
const salaries = Array.from({ length: people }, (_, index) => 1_000n + BigInt(index % 7))

type Ids = Awaited<ReturnType<ChainStory['payroll']>>

const partsAre: ChainStory['partsAre'] = (...args) => story.partsAre(...args)

async function previewOf({ companyId, payrollId }: Ids) {
  const facts = await readFacts(story.engine.db, companyId, payrollId, story.engine, false)
  if (!facts) throw new Error('no such payroll')
  return preview(facts, 'es', new Date())
}

const lines = (paymentId: string) =>
  story.engine.db
    .selectFrom('payment_lines as l')
    .innerJoin('transaction_outputs as o', 'o.payment_line_id', 'l.id')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .select(['l.id', 'l.usd_cents', 'l.sats', 'o.sats as paid', 't.rate_usd_cents_per_btc as rate'])
    .where('l.payment_id', '=', paymentId)
    .where('t.state', '=', 'confirmed')
    .execute()

/** Whether the dashboard counts the payment as a run. */
const countsAsRun = (paymentId: string) =>
  sql<{ counts: boolean }>`
    SELECT NOT EXISTS (SELECT FROM uncounted_runs WHERE payment_id = ${paymentId}) AS counts`
    .execute(story.engine.db)
    .then(({ rows }) => rows[0]?.counts)

test('second batch cancelled → its lines are paid at today’s rate and nobody twice', async () => {
  const { engine, paymentIs } = story
  const { ids, paymentId, secondId } = await firstOfTwoBatchesMined(story)
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
    const seen = await previewOf(ids)
    return seen.resumes && seen
  })
  expect(before).toMatchObject({ employees: half, resumes: { _id: paymentId } })
  expect(before.problems.map(({ code }) => code)).toEqual(['INSUFFICIENT_FUNDS'])
  await engine.play.give(ids.script, 9_000_000n)
  await engine.play.mine(1)
  await engine.until('the new deposit', async () => (await previewOf(ids)).enough)
  await engine.price(today)
  const { totalUsd, totalBtc, problems } = await previewOf(ids)
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
  const { lastPaid } = await previewOf(ids)
  expect(lastPaid?._id).toBe(paymentId)
  expect(Date.parse(lastPaid?.at ?? '')).toBeGreaterThanOrEqual(restPaidAt.getTime())
})

test('a rest that the signer refuses again stays the rest, and can be paid or given up', async () => {
  const { engine, paymentIs } = story
  const ids = await story.payroll(salaries, addresses)
  await engine.play.give(ids.script, 900_000_000n)
  await engine.play.mine(1)
  await story.spendable(ids.payrollId, 900_000_000n)
  const paymentId = await engine.run(ids)
  const { transactions } = await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  // The test changes an address of the second batch, so that the signer refuses that batch.
  const line = await engine.db
    .selectFrom('transaction_outputs as o')
    .innerJoin('payment_lines as l', 'l.id', 'o.payment_line_id')
    .select(['l.id', 'l.address'])
    .where('transaction_id', '=', transactions[1]?._id ?? '')
    .limit(1)
    .executeTakeFirstOrThrow()
  const putAddress = (address: string) =>
    engine.owner.updateTable('payment_lines').set({ address }).where('id', '=', line.id).execute()
  await putAddress(anAddress())
  await engine.play.mine(1)
  await partsAre(ids, paymentId, 'confirmed', 'failed')

  await engine.price(rateUsdCentsPerBtc)
  await engine.until('its rest waits', async () => (await previewOf(ids)).resumes)
  expect(await engine.run(ids)).toBe(paymentId)
  const { transactions: refused } = await partsAre(ids, paymentId, 'confirmed', 'failed', 'failed')
  expect(await readSignerFault(engine.db, refused[2]?._id)).toEqual({
    code: 'LINE_MAC_WRONG',
    lineId: line.id,
  })
  await engine.until('its rest waits', async () => (await previewOf(ids)).resumes)

  await putAddress(line.address)
  await engine.price(rateUsdCentsPerBtc)
  expect(await engine.run(ids, 'whatever')).toBe(paymentId)
  await partsAre(ids, paymentId, 'confirmed', 'failed', 'failed', 'unconfirmed')
  expect(await closeUnpaid(engine.db, ids.companyId, ids.payrollId)).toBeNull()
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
})

test('signed bytes that the tables call failed → the unpaid lines wait for them', async () => {
  const { engine, mineOnly, paymentIs } = story
  const { ids, paymentId, second } = await firstOfTwoBatchesMined(story)
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
    .updateTable('payments')
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

test('a reopened run spends the cancellation’s head, and the batch may still return', async () => {
  const { engine, mineOnly } = story
  const { ids, paymentId, second, secondId: cancelled } = await firstOfTwoBatchesMined(story)
  const steps = bumpSteps(story)
  await steps.cancel(ids, cancelled)
  await steps.currentIs(ids, cancelled, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await steps.currentIs(ids, cancelled, { state: 'confirmed', type: 'cancel' })

  // At a higher price the lines take fewer satoshi, so that the returned UTXO suffices.
  await engine.price((rateUsdCentsPerBtc * 11n) / 10n)
  await engine.until('its rest is known', async () => (await previewOf(ids)).resumes)
  expect(await engine.run(ids)).toBe(paymentId)
  const rest = await engine.until('the rest is sent', async () => {
    const payment = await readPayment(engine.db, ids.companyId, paymentId)
    const third = payment?.transactions[2]
    return third?.state === 'unconfirmed' && third
  })
  await engine.play.mine(1)
  await steps.currentIs(ids, rest._id, { state: 'confirmed' })

  await story.invalidate(2)
  await mineOnly([second])
  for (let block = 0; block < 2; block++) await mineOnly()
  await story.followed()
  await steps.currentIs(ids, cancelled, { state: 'confirmed', type: 'send' })
  const { breaches } = await checkInvariants(engine.db, engine.chain, {
    history: 'all',
    node: 'utxos',
    secondLookAfterMs: 1_000,
  })
  expect(breaches).toEqual([])
  for (let block = 0; block < 4; block++) await mineOnly()
  await engine.until('the rest can never be mined', async () => {
    const [row] = await steps.rowsOf(rest._id)
    return row?.state === 'failed'
  })
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(people)
})
