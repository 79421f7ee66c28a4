import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { receiptSteps } from '#server/testing/receipt-steps.ts'
import { setShare } from '#server/testing/shares.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)
const receipts = receiptSteps(story.engine)

/**
 * A run with a person paid in bitcoin and one paid in dollars, both with receipts; `inDollars`
 * reads the state of the second receipt.
 */
async function aReceivedRun() {
  const ids = await story.fundedPayroll([50_000n, 62_000n], 5_000_000n)
  await receipts.notifies(ids)
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId: ids.companyId }
  await setShare(owner, ids.employeeIds[1] ?? '', { bitcoinPercent: 0 })
  await story.engine.price(rateUsdCentsPerBtc)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const [bytes] = await story.bytesOf(paymentId)
  if (!bytes) throw new Error('an unconfirmed payment has bytes')
  await story.mineOnly([bytes])
  await story.paymentIs(ids, paymentId, 'confirmed')
  await receipts.issue()
  const inDollars = async () => {
    await receipts.issue()
    const all = await receipts.receiptsOf(paymentId)
    expect(all).toHaveLength(2)
    return all.find(({ txid }) => txid === null)?.voided_at === null ? 'valid' : 'void'
  }
  expect(await inDollars()).toBe('valid')
  return { ids, paymentId, id, bytes, inDollars }
}
type Run = Awaited<ReturnType<typeof aReceivedRun>>

async function reorganise({ ids, paymentId }: Run): Promise<void> {
  await story.invalidate(1)
  await story.mineOnly()
  await story.mineOnly()
  await story.paymentIs(ids, paymentId, 'unconfirmed')
}

test('its run leaves its block → a receipt in dollars is void, then valid again', async () => {
  const run = await aReceivedRun()
  await reorganise(run)
  expect(await run.inDollars()).toBe('void')
  await story.mineOnly([run.bytes])
  await story.paymentIs(run.ids, run.paymentId, 'confirmed')
  expect(await run.inDollars()).toBe('valid')
  expect(await receipts.messages(run.ids.companyId)).toHaveLength(2)
})

test('a reorganised run is cancelled → its receipt in dollars stays void', async () => {
  const run = await aReceivedRun()
  await reorganise(run)
  await steps.cancel(run.ids, run.id)
  await steps.currentIs(run.ids, run.id, { state: 'unconfirmed', type: 'cancel' })
  await story.engine.play.mine(1)
  await steps.currentIs(run.ids, run.id, { state: 'confirmed', type: 'cancel' })
  expect(await run.inDollars()).toBe('void')
})

test('the bank has paid a line in dollars → no block voids its receipt', async () => {
  const run = await aReceivedRun()
  const { userId } = run.ids
  const line = (await receipts.receiptsOf(run.paymentId)).find(({ txid }) => txid === null)
  const mark = (by: string | null, at: Date | null, reference: string) =>
    story.engine.db
      .updateTable('payouts')
      .set({ sent_by: by, sent_at: at, marked_by: by, paid_at: at, reference })
      .where('line_id', '=', line?.line_id ?? '')
      .where('method', '=', 'DOLLARS')
      .execute()
  await mark(userId, new Date(), 'TR-448')
  await reorganise(run)
  expect(await run.inDollars()).toBe('valid')
  await mark(null, null, '')
  expect(await run.inDollars()).toBe('void')
  await mark(userId, new Date(), 'TR-448')
  expect(await run.inDollars()).toBe('valid')
})
