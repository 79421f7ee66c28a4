import { expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { feeRateOf } from '#server/testing/fee-rate.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { makeSalaries, sendFirstPart } from '#server/testing/large-run-steps.ts'
import { buildBatch } from '../send/ready-batches.ts'
import { insertBatchFee, planBatchFee } from './plan.ts'

const story = await storyForFile()
const feeRateIs = feeRateOf(story.engine)

test('a later batch waits for its fee → a confirmed fee above the ceiling pays it', async () => {
  const { engine, partsAre, paymentIs } = story
  const { db, network, feeCeilings, macKey, log } = engine
  await feeRateIs(2_000n)
  const { ids, paymentId } = await sendFirstPart(story, makeSalaries(3_100), 900_000_000n)
  await engine.play.give(ids.script, 50_000_000n)
  await feeRateIs(250_000n)
  await engine.play.mine(1)
  const { transactions } = await partsAre(ids, paymentId, 'confirmed', 'pendingApproval')
  const id = transactions[1]?._id ?? ''
  const waitsFor = () =>
    db.selectFrom('transactions').select('waiting_for').where('id', '=', id).executeTakeFirst()
  await engine.until('it waits for its fee', async () => (await waitsFor())?.waiting_for === 'fee')

  // Nobody knows the fee of this moment once the node has been silent for 30 seconds.
  const ample = { ...feeCeilings, usdCents: 100_000n }
  const in31s = new Date(Date.now() + 31_000)
  await buildBatch({ db, network, feeCeilings: ample, log }, id, in31s)
  expect(await waitsFor()).toEqual({ waiting_for: 'fee' })

  const now = new Date()
  const fee = await planBatchFee(db, ids.companyId, id, feeCeilings, now)
  expect(fee.needsCode).toBe(true)
  const insert = (confirmer: Parameters<typeof insertBatchFee>[3]) =>
    inTransaction(db, (trx) => insertBatchFee(trx, fee, { feeCeilings, network }, confirmer, now))
  await expect(insert(null)).rejects.toMatchObject({ code: 'CODE_REQUIRED' })
  await insert({ userId: ids.userId, at: now, macKey })
  const sent = await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  expect(sent.transactions[1]?.feeRate).toBe(250)
  await engine.play.mine(1)
  expect((await paymentIs(ids, paymentId, 'confirmed')).paidLines).toBe(3_100)
})
