import { expect, test } from 'vitest'
import { changeBranch, moveIndexBeyond } from '#server/features/chain/addresses/account.ts'
import type { Db } from '#server/platform/db/database.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { SignedTransactions, scriptsOf } from '#server/testing/paid-once.ts'
import { acknowledgeAll } from '#server/testing/untracked-steps.ts'

/** A reorganisation takes out a fan-out whose lane is spent, and then the machine is lost. */

const node = await nodeForFile({ extraArgs: ['-persistmempool=0'] })

/**
 * Backups from before and after the batch on the lane was signed, and a node that has neither
 * batch.
 */
async function fanOutReorganised() {
  const signed = new SignedTransactions()
  const present = await chainStory({ node })
  const { ids, paymentId, transactions } = await present.runOfTwoBatches()
  const people = await scriptsOf(present, ids.payrollId)
  const between = dumpOf(present.engine.database.ownerUrl)
  await present.mineOnly(await present.bytesOf(paymentId))
  await present.partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  const after = dumpOf(present.engine.database.ownerUrl)
  const [fanOut, onLane] = await present.bytesOf(paymentId)
  if (!fanOut || !onLane) throw new Error('both batches are signed')
  await signed.collect(present)
  await present.invalidate(1)
  await present.mineOnly()
  await present.mineOnly()
  await present.followed()
  return { present, ids, people, paymentId, fanOut, onLane, between, after, signed, transactions }
}

test('a backup between fan-out and lane → each of 3,100 is paid once', async () => {
  const { present, ids, people, paymentId, fanOut, onLane, between, signed } =
    await fanOutReorganised()
  await present.engine.stop()
  await node.restart({ reindex: false })

  // Without a new change index the batch on the lane would be signed again byte for byte.
  const skip = (owner: Db) => moveIndexBeyond(owner, changeBranch, 9)
  const old = await chainStory({ node, backup: between, prepare: skip })
  await old.engine.until('the fan-out is sent again', () => old.engine.chain.inMempool(fanOut.txid))
  await old.mineOnly([fanOut])
  await old.partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  await signed.collect(old)
  expect(signed.payers(people)).toBe(3)
  await old.mineOnly([onLane])
  const paid = await old.paymentIs(ids, paymentId, 'confirmed')
  expect(paid).toMatchObject({ paidLines: 3_100 })
  expect(paid.transactions.map(({ txid }) => txid)).toEqual([fanOut.txid, onLane.txid])
  await old.engine.price(rateUsdCentsPerBtc)
  await expect(old.engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  await signed.collect(old)
  await signed.expectPaidOnce(old.engine, people)
  await old.engine.stop()
})

test('the fan-out is cancelled after the backup → the next run pays each of 3,100 once', async () => {
  const { present, ids, people, paymentId, after, signed, transactions } = await fanOutReorganised()
  const steps = bumpSteps(present)
  const [{ _id: id } = { _id: '' }] = transactions
  await present.engine.until('the fan-out is not in a block', async () => {
    const payment = await steps.paymentOf(ids, paymentId)
    return payment.transactions[0]?.state === 'unconfirmed'
  })
  await steps.cancel(ids, id)
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await present.engine.play.mine(1)
  await steps.currentIs(ids, id, { state: 'confirmed', type: 'cancel' })
  const { spendable_sats: left } = await present.balanceOf(ids.payrollId)
  await signed.collect(present)
  await present.engine.stop()

  const old = await chainStory({ node, backup: after })
  await old.spendable(ids.payrollId, left)
  await acknowledgeAll(old, ids)
  await old.engine.play.mine(5)
  await old.paymentIs(ids, paymentId, 'failed')
  await old.engine.price(rateUsdCentsPerBtc)
  const next = await old.engine.run(ids)
  await old.partsAre(ids, next, 'unconfirmed', 'pendingApproval')
  await old.engine.play.mine(1)
  await old.partsAre(ids, next, 'confirmed', 'unconfirmed')
  await old.engine.play.mine(1)
  await old.paymentIs(ids, next, 'confirmed')
  await signed.collect(old)
  await signed.expectPaidOnce(old.engine, people)
  await old.engine.stop()
})
