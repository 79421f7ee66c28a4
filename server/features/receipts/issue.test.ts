import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { receiptSteps } from '#server/testing/receipt-steps.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)
const receipts = receiptSteps(story.engine)

/** The numbers without the year; a void receipt's is negative. */
const numbersOf = async (paymentId: string) =>
  (await receipts.receiptsOf(paymentId)).map(({ number, voided_at }) =>
    voided_at ? -number : number,
  )
/** The numbers from `from` to `to`, both included. */
const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + Math.sign(to) * n)
const templatesTo = async (companyId: string) =>
  (await receipts.messages(companyId)).map(({ template }) => template)

async function aRun(people = 2) {
  const ids = await story.fundedPayroll(Array(people).fill(50_000n), 5_000_000n)
  await receipts.notifies(ids)
  const run = await steps.unconfirmedRun(ids)
  const [bytes] = await story.bytesOf(run.paymentId)
  if (!bytes) throw new Error('an unconfirmed payment has bytes')
  return { ids, bytes, ...run }
}

/** A run in two versions: the first one, and its replacement in the mempool. */
async function aReplacedRun() {
  const { ids, id, paymentId } = await steps.runThatTakesNoChild()
  await receipts.notifies(ids)
  const [older] = await story.bytesOf(paymentId)
  await steps.bump(ids, id, 20_000n)
  const { txid } = await steps.replaced(ids, id)
  const newer = (await story.bytesOf(paymentId)).find((one) => one.txid === txid)
  if (!older || !newer) throw new Error('both versions have bytes')
  return { ids, paymentId, older, newer }
}

test('a run in the mempool → no receipt; in a block → one a line, one mail each', async () => {
  const { ids, bytes, paymentId } = await aRun(3)
  await receipts.issue()
  expect(await numbersOf(paymentId)).toEqual([])
  await story.mineOnly([bytes])
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  await receipts.issue()
  expect(await numbersOf(paymentId)).toEqual([1, 2, 3])
  const sent = await receipts.messages(ids.companyId)
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
    [0, 1, 2].map((index) => `persona${index}@izalco.sv`),
  )
})

longTest(
  'its block is gone before a receipt was issued → none until it is mined again',
  async () => {
    const { ids, bytes, paymentId } = await aRun()
    await story.mineOnly([bytes])
    await story.paymentIs(ids, paymentId, 'confirmed')
    await story.invalidate(1)
    await story.mineOnly()
    await story.mineOnly()
    await story.paymentIs(ids, paymentId, 'unconfirmed')
    await receipts.issue()
    expect(await numbersOf(paymentId)).toEqual([])
    await story.mineOnly([bytes])
    await story.paymentIs(ids, paymentId, 'confirmed')
    await receipts.issue()
    expect(await numbersOf(paymentId)).toEqual([1, 2])
  },
)

test('the same transaction is mined again → its number is valid again, no second mail', async () => {
  const { ids, bytes, paymentId } = await aRun()
  await story.mineOnly([bytes])
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  await story.engine.owner
    .updateTable('messages')
    .set({ state: 'sent', completed_at: new Date() })
    .where('company_id', '=', ids.companyId)
    .where('template', '=', 'receipt')
    .execute()
  await story.invalidate(1)
  await story.mineOnly()
  await story.mineOnly()
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await receipts.issue()
  expect(await numbersOf(paymentId)).toEqual([-1, -2])

  await receipts.tellOnTheWay()
  expect(await templatesTo(ids.companyId)).toEqual(['receipt', 'receipt'])
  await receipts.tellOnTheWay(61_000)
  await receipts.tellOnTheWay(120_000)
  const all = ['receipt', 'receipt', 'receiptOnItsWay', 'receiptOnItsWay']
  expect(await templatesTo(ids.companyId)).toEqual(all)

  await story.mineOnly([bytes])
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  expect(await numbersOf(paymentId)).toEqual([1, 2])
  expect(await templatesTo(ids.companyId)).toEqual(all)
})

longTest(
  'another version is mined after a reorganisation → next number, no second mail',
  async () => {
    const { ids, paymentId, older, newer } = await aReplacedRun()
    await story.mineOnly([older])
    await story.paymentIs(ids, paymentId, 'confirmed')
    await receipts.issue()
    expect(await numbersOf(paymentId)).toEqual(range(1, 27))
    await story.invalidate(1)
    await story.mineOnly([newer])
    await story.mineOnly()
    await story.followed()
    await story.paymentIs(ids, paymentId, 'confirmed')
    await receipts.issue()
    expect(await numbersOf(paymentId)).toEqual([...range(-1, -27), ...range(28, 54)])
    expect(await templatesTo(ids.companyId)).toEqual(Array(27).fill('receipt'))
    const valid = (await receipts.receiptsOf(paymentId)).slice(27)
    expect(new Set(valid.map(({ txid }) => txid?.toString('hex')))).toEqual(new Set([newer.txid]))
  },
)

longTest('a bumped run is mined → one receipt a line', async () => {
  const { ids, paymentId, newer } = await aReplacedRun()
  await story.mineOnly([newer])
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  expect(await numbersOf(paymentId)).toEqual(range(1, 27))
})

test('a cancelled run → no receipt', async () => {
  const { ids, id, paymentId } = await aRun()
  await steps.cancel(ids, id)
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await story.engine.play.mine(1)
  await steps.currentIs(ids, id, { state: 'confirmed', type: 'cancel' })
  await receipts.issue()
  expect(await numbersOf(paymentId)).toEqual([])
})

longTest('four workers issue two runs of a company at once → numbers without gaps', async () => {
  const first = await story.fundedPayroll(Array(5).fill(50_000n), 5_000_000n)
  const next = await story.nextFundedPayroll(first, Array(4).fill(50_000n), 5_000_000n)
  const runs = [await steps.unconfirmedRun(first), await steps.unconfirmedRun(next)]
  await story.engine.play.mine(1)
  for (const { paymentId } of runs) await story.paymentIs(first, paymentId, 'confirmed')
  await Promise.all(Array.from({ length: 4 }, () => receipts.issue()))
  const numbers = await Promise.all(runs.map(({ paymentId }) => numbersOf(paymentId)))
  expect(numbers.flat().sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

longTest('each year begins with 1, by the clocks of El Salvador', async () => {
  const first = await aRun()
  await story.mineOnly([first.bytes])
  await story.paymentIs(first.ids, first.paymentId, 'confirmed')
  await receipts.issue(new Date('2027-01-01T05:59:59Z'))
  const next = await story.nextFundedPayroll(first.ids, [50_000n], 5_000_000n)
  const second = await steps.unconfirmedRun(next)
  await story.engine.play.mine(1)
  await story.paymentIs(next, second.paymentId, 'confirmed')
  await receipts.issue(new Date('2027-01-01T06:00:00Z'))
  const years = async (id: string) =>
    (await receipts.receiptsOf(id)).map(({ year, number }) => `${year}-${number}`)
  expect(await years(first.paymentId)).toEqual(['2026-1', '2026-2'])
  expect(await years(second.paymentId)).toEqual(['2027-1'])
})

test('a company that sends no receipts, and people without contact → none is queued', async () => {
  const ids = await story.fundedPayroll([50_000n], 5_000_000n)
  const { paymentId } = await steps.unconfirmedRun(ids)
  await story.engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  expect(await numbersOf(paymentId)).toEqual([1])
  expect(await receipts.messages(ids.companyId)).toEqual([])
})
