import { expect, test } from 'vitest'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { receiptSteps, wordsOfPdf } from '#server/testing/receipt-steps.ts'
import { insertConsent, setShare } from '#server/testing/shares.ts'
import { receiptFile } from './attach.ts'

const story = await storyForFile()
const receipts = receiptSteps(story.engine)
const salaries = [50_001n, 62_000n, 30_000n]

type Ids = Awaited<ReturnType<typeof story.payroll>>

async function share(ids: Ids, percents: readonly number[]): Promise<void> {
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId: ids.companyId }
  for (const [index, bitcoinPercent] of percents.entries()) {
    await setShare(owner, ids.employeeIds[index] ?? '', { bitcoinPercent })
  }
  await story.engine.price(rateUsdCentsPerBtc)
}

/** The parts that the receipts of a run say, by salary, in cents. */
async function partsOf(paymentId: string) {
  const rows = await receipts.receiptsOf(paymentId)
  const facts = rows.map((row) => row.facts as { usdCents: string; bitcoin: Part; dollars: Part })
  return facts
    .map(({ usdCents, bitcoin, dollars }) => [
      Number(usdCents),
      Number(bitcoin?.usdCents ?? 0),
      Number(dollars?.usdCents ?? 0),
    ])
    .sort(([a = 0], [b = 0]) => a - b)
}
type Part = { usdCents: string } | null

test('33, 0 and 100 per cent → at the first block a receipt each, to the cent', async () => {
  const ids = await story.fundedPayroll(salaries, 5_000_000n)
  await receipts.notifies(ids)
  await share(ids, [33, 0, 100])
  const paymentId = await story.engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await receipts.issue()
  expect(await partsOf(paymentId)).toEqual([])
  await story.engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  expect(await partsOf(paymentId)).toEqual([
    [30_000, 30_000, 0],
    [50_001, 16_500, 33_501],
    [62_000, 0, 62_000],
  ])
  expect(await receipts.messages(ids.companyId)).toHaveLength(3)
})

test('the bank’s reference comes later → under the same number, the same bytes again', async () => {
  const ids = await story.fundedPayroll([50_001n, 30_000n], 5_000_000n)
  const { companyId } = ids
  const [half = '', none = ''] = ids.employeeIds
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId }
  await insertConsent(owner, half, true, new Date('2026-08-03T18:00:00Z'))
  await share(ids, [33, 0])
  const paymentId = await story.engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await story.engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  const fileOfEmployee = async (employeeId: string) => {
    const { id } = await story.engine.db
      .selectFrom('sheet_lines')
      .select('id')
      .where('sheet_id', '=', paymentId)
      .where('employee_id', '=', employeeId)
      .executeTakeFirstOrThrow()
    const file = await receiptFile(story.engine.db, companyId, id)
    if (!file) throw new Error('it has a receipt')
    return { ...file, line: id, words: await wordsOfPdf(file.bytes) }
  }
  const before = await fileOfEmployee(half)
  expect(before.words).toContain('contuconsentimientodel3ago2026,versión1.')
  expect(before.words).not.toContain('Referencia')
  expect((await fileOfEmployee(none)).words).not.toContain('consentimiento')

  const mark = (by: string | null, at: Date | null, reference: string) =>
    story.engine.owner
      .updateTable('payouts')
      .set({ sent_by: by, sent_at: at, marked_by: by, paid_at: at, reference })
      .where('line_id', '=', before.line)
      .where('method', '=', 'DOLLARS')
      .execute()
  await mark(ids.userId, new Date('2026-10-30T18:00:00Z'), 'TR-20261030-0448')
  const after = await fileOfEmployee(half)
  expect(after.words).toContain('ReferenciaTR-20261030-0448·30oct2026')
  expect(after.name).toBe(before.name)
  expect((await fileOfEmployee(half)).bytes.equals(after.bytes)).toBe(true)
  await mark(null, null, '')
  expect((await fileOfEmployee(half)).bytes.equals(before.bytes)).toBe(true)
})

test('a run in dollars alone → its receipts at once, to a phone where there is no mail', async () => {
  const ids = await story.payroll(salaries)
  await receipts.notifies(ids)
  await share(ids, [0, 0, 0])
  await story.engine.owner
    .updateTable('employees')
    .set({ email: '', phone: '+50370001234' })
    .where('id', '=', ids.employeeIds[0] ?? '')
    .execute()
  const paymentId = await story.engine.run(ids)
  await receipts.issue()
  expect(await partsOf(paymentId)).toEqual([
    [30_000, 0, 30_000],
    [50_001, 0, 50_001],
    [62_000, 0, 62_000],
  ])
  const sent = await receipts.messages(ids.companyId)
  expect(sent.map(({ recipient }) => recipient)).toContain('+50370001234')
  expect(sent).toHaveLength(3)
})

longTest(
  'a run was reopened at another price → its receipt has that rate and its sources',
  async () => {
    const ids = await story.fundedPayroll([50_000n], 5_000_000n)
    const paymentId = await story.engine.run(ids)
    await story.paymentIs(ids, paymentId, 'unconfirmed')
    const { owner } = story.engine
    const planned = await owner
      .selectFrom('transactions as t')
      .innerJoin('orders as o', 'o.id', 't.order_id')
      .select(['t.id', 'o.requested_at'])
      .where('t.sheet_id', '=', paymentId)
      .executeTakeFirstOrThrow()
    const later = { usd_cents_per_btc: rateUsdCentsPerBtc + 100_000n, sources: 2 }
    const quotes = [
      { name: 'kraken', usdCentsPerBtc: '9190000' },
      { name: 'bitstamp', usdCentsPerBtc: '9210000' },
    ]
    await owner
      .insertInto('prices')
      .values({ at: planned.requested_at, ...later, quotes: JSON.stringify(quotes) })
      .execute()
    await owner
      .updateTable('transactions')
      .set({ rate_usd_cents_per_btc: later.usd_cents_per_btc })
      .where('id', '=', planned.id)
      .execute()
    await story.engine.play.mine(1)
    await story.paymentIs(ids, paymentId, 'confirmed')
    await receipts.issue()
    const [receipt] = await receipts.receiptsOf(paymentId)
    const rate = { rateUsdCentsPerBtc: '9200000', rateSources: 2, rateQuotes: quotes }
    const rateAt = planned.requested_at.toISOString()
    expect(receipt?.facts).toMatchObject({ bitcoin: { ...rate, rateAt } })
    const file = await receiptFile(story.engine.db, ids.companyId, receipt?.line_id ?? '')
    const words = await wordsOfPdf(file?.bytes ?? new Uint8Array())
    expect(words).toContain('Medianade2:Kraken$91,900.00·Bitstamp$92,100.00')
  },
)

test('a run with rows that nobody foresaw → an error, and all others get theirs', async () => {
  const pay = async () => {
    const ids = await story.fundedPayroll([50_000n], 5_000_000n)
    const paymentId = await story.engine.run(ids)
    await story.paymentIs(ids, paymentId, 'unconfirmed')
    await story.engine.play.mine(1)
    await story.paymentIs(ids, paymentId, 'confirmed')
    return paymentId
  }
  const broken = await pay()
  await story.engine.owner
    .updateTable('sheets')
    .set({ rate_sources: null })
    .where('id', '=', broken)
    .execute()
  const whole = await pay()
  await receipts.issue()
  expect(await partsOf(whole)).toHaveLength(1)
  expect(await partsOf(broken)).toEqual([])
  await story.engine.owner
    .updateTable('sheets')
    .set({ rate_sources: 3 })
    .where('id', '=', broken)
    .execute()
  await receipts.issue()
  expect(await partsOf(broken)).toHaveLength(1)
})
