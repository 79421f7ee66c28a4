import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readFacts } from './read-facts.ts'

const story = await storyForFile({ ownNode: true })

const somebody = anAddress()
/** More people than one transaction pays. */
const people = 3_100
const addresses = Array.from({ length: people }, () => somebody)

type Ids = Awaited<ReturnType<ChainStory['payroll']>>

const factsOf = ({ companyId, payrollId }: Ids) =>
  readFacts(story.engine.db, companyId, payrollId, story.engine, false)

/** Changes in the database whom the transaction pays, so that the signer refuses it. */
async function refusedPart(transactionId: string): Promise<() => Promise<unknown>> {
  const { owner } = story.engine
  const line = await owner
    .selectFrom('transaction_outputs as o')
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .select(['l.id', 'l.address'])
    .where('transaction_id', '=', transactionId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const write = (address: string) =>
    owner.updateTable('sheet_lines').set({ address }).where('id', '=', line.id).execute()
  await write(anAddress())
  return () => write(line.address)
}

test('a reopened run after a cancelled one cannot be mined beside it', async () => {
  const { engine, partsAre, mineOnly, followed } = story
  const steps = bumpSteps(story)
  const ids = await story.payroll(
    Array.from({ length: people }, () => 1_000n),
    addresses,
  )
  await engine.play.give(ids.script, 100_000_000n)
  await engine.play.mine(1)
  await story.spendable(ids.payrollId, 100_000_000n)
  const cancelled = await engine.run(ids)
  const { transactions } = await partsAre(ids, cancelled, 'unconfirmed', 'pendingApproval')
  const firstId = transactions[0]?._id ?? ''
  const [original] = await story.bytesOf(cancelled)
  if (!original) throw new Error('the first part is signed')
  await steps.cancel(ids, firstId)
  await steps.currentIs(ids, firstId, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await steps.currentIs(ids, firstId, { state: 'confirmed', type: 'cancel' })

  await engine.price(rateUsdCentsPerBtc)
  const paymentId = await engine.run(ids, cancelled)
  const second = await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  const writeBack = await refusedPart(second.transactions[1]?._id ?? '')
  await engine.play.mine(1)
  await partsAre(ids, paymentId, 'confirmed', 'failed')
  await writeBack()
  // The new deposit is larger than what the run has left, and enough by itself.
  await engine.play.give(ids.script, 500_000_000n)
  await engine.play.mine(1)
  await engine.until('the deposit can be spent', async () => {
    const facts = await factsOf(ids)
    return facts?.rest && facts.funds.deposits.some(({ sats }) => sats === 500_000_000n)
  })
  await engine.price(rateUsdCentsPerBtc)
  expect(await engine.run(ids)).toBe(paymentId)
  const { transactions: parts } = await partsAre(
    ids,
    paymentId,
    'confirmed',
    'failed',
    'unconfirmed',
  )
  await engine.play.mine(1)
  await steps.currentIs(ids, parts[2]?._id ?? '', { state: 'confirmed' })
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(people)

  // The reorganisation takes out cancellation, run, deposit and unpaid lines; a block then mines
  // the cancelled transaction.
  await story.invalidate(4)
  await mineOnly([original])
  for (let block = 0; block < 4; block++) await engine.play.mine(1)
  await followed()
  expect((await steps.paymentOf(ids, cancelled)).paidLines).toBe(people / 2)
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(0)
})
