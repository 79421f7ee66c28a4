import { expect, test } from 'vitest'
import { readUnpaidLines } from '#server/features/payments/run/unpaid-lines.ts'
import { chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { SignedTransactions, scriptsOf } from '#server/testing/paid-once.ts'
import { spendOutside } from '#server/testing/spend-outside.ts'
import {
  acknowledgeAll,
  changeOf,
  runOnPurpose,
  somebodysScript,
} from '#server/testing/untracked-steps.ts'

const node = await nodeForFile()

test('a payment spends an untracked spend’s change, a reorganisation → both are resent', async () => {
  const story = await chainStory({ nodeArgs: ['-persistmempool=0'] })
  const { engine } = story
  const ids = await story.fundedPayroll([50_000n], 3_000_000n)
  const change = { script: await changeOf(story, ids), sats: 2_000_000n }
  const outside = await spendOutside(story, ids.payrollId, [
    { script: somebodysScript(), sats: 900_000n },
    change,
  ])
  await story.mineOnly([outside])
  await story.spendable(ids.payrollId, 2_000_000n)
  await acknowledgeAll(story, ids)
  const paymentId = await engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  const [sent] = await story.bytesOf(paymentId)

  await story.invalidate(1)
  await engine.node.restart({ reindex: false })
  await story.mineOnly()
  await story.mineOnly()
  await story.followed()
  for (const txid of [outside.txid, sent?.txid ?? '']) {
    await engine.until('it is in the mempool again', () => engine.chain.inMempool(txid))
  }
  await engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  await engine.stop()
})

test('a thief spends a waiting lane → its people are paid once the theft is buried', async () => {
  const story = await chainStory({ node })
  const { engine } = story
  const { ids, paymentId } = await story.runOfTwoBatches()
  const [fanOut] = await story.bytesOf(paymentId)
  const loot = [{ script: somebodysScript(), sats: 1_000_000n }]
  const theft = await spendOutside(story, ids.payrollId, loot, { areConfirmed: false })
  await story.mineOnly(fanOut ? [fanOut, theft] : [])
  const ended = await story.partsAre(ids, paymentId, 'confirmed', 'failed')
  expect(ended.transactions[1]).toMatchObject({ failure: 'FEEDER_FAILED', txid: null })
  await story.followed()
  const [theftId = ''] = await acknowledgeAll(story, ids)
  const rest = await readUnpaidLines(engine.db, ids.payrollId)
  expect(rest?.salaries).toHaveLength(3_100 - ended.paidLines)

  const payouts = [{ script: ids.script, sats: 900_000_000n }]
  await story.mineOnly([story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)])
  await story.spendable(ids.payrollId, 900_000_000n)
  await engine.price(rateUsdCentsPerBtc)
  // The new batch shares no UTXO with the theft, so a reorganisation could bring the old batch
  // back.
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
  await engine.play.mine(98)
  await story.followed()
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'PERIOD_UNCERTAIN' })
  expect(await runOnPurpose(story, ids, theftId)).toBe(paymentId)
  await story.partsAre(ids, paymentId, 'confirmed', 'failed', 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  const signed = new SignedTransactions()
  await signed.collect(story)
  await signed.expectPaidOnce(engine, await scriptsOf(story, ids.payrollId))
  await engine.stop()
})
