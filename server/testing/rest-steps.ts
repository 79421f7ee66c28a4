import { sql } from 'kysely'
import { satsFromCents } from '#domain/money.ts'
import { preview } from '#server/features/payments/run/preview.ts'
import { readFacts } from '#server/features/payments/run/read-facts.ts'
import { type ChainStory, rateUsdCentsPerBtc } from './chain-steps.ts'
import { anAddress, type Engine } from './engine.ts'

/** The raw transactions of the node's mempool, but for one. */
export async function mempoolBut({ chain }: Engine, txid: string): Promise<{ hex: string }[]> {
  const txids = (await chain.mempoolTxids()).filter((other) => other !== txid)
  const raws = await chain.mempoolTransactions(txids)
  return [...raws.values()].map((raw) => ({ hex: Buffer.from(raw).toString('hex') }))
}

const somebody = anAddress()

/**
 * A run of more people than one transaction pays: the first batch is in a block, and the second, which
 * spends its lane, in the mempool.
 */
export async function firstOfTwoBatchesMined(story: ChainStory, people = 3_100) {
  const { engine, mineOnly, partsAre, fundedPayroll } = story
  const salaries = Array.from({ length: people }, (_, index) => 1_000n + BigInt(index % 7))
  const total = salaries.reduce((sum, cents) => sum + satsFromCents(cents, rateUsdCentsPerBtc), 0n)
  // Little more than it takes: at twice the rate of fees for the lane.
  const ids = await fundedPayroll(
    salaries,
    total + 400_000n,
    salaries.map(() => somebody),
  )
  const paymentId = await engine.run(ids)
  await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  const [first] = await story.bytesOf(paymentId)
  if (!first) throw new Error('the first batch is signed')
  await mineOnly([first])
  const { transactions } = await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  const [, second] = await story.bytesOf(paymentId)
  if (!second) throw new Error('the second batch is signed')
  return { ids, paymentId, people, first, second, secondId: transactions[1]?._id ?? '' }
}

/** Moves a run, and those of its transactions that are older than `than`, four days into the past. */
export async function backdateRun({ owner }: Engine, paymentId: string, than = new Date()) {
  const created_at = sql<Date>`created_at - interval '4 days'`
  await owner.updateTable('sheets').set({ created_at }).where('id', '=', paymentId).execute()
  await owner
    .updateTable('transactions')
    .set({ created_at, confirmed_at: sql<Date>`confirmed_at - interval '4 days'` })
    .where('sheet_id', '=', paymentId)
    .where('created_at', '<', than)
    .execute()
}

/** The preview of a payroll's next run, without HTTP. */
export async function readPreview(
  { engine }: ChainStory,
  { companyId, payrollId }: { companyId: string; payrollId: string },
) {
  const facts = await readFacts(engine.db, companyId, payrollId, engine, false)
  if (!facts) throw new Error('no such payroll')
  return preview(facts, 'es', new Date())
}
