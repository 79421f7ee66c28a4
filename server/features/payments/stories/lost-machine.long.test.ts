import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { SignedTransactions, scriptsOf } from '#server/testing/paid-once.ts'
import { acknowledgeAll, findUnacknowledged } from '#server/testing/untracked-steps.ts'

/** The machine is lost, and a backup that is older than its last payment takes its place. */

const node = await nodeForFile({ extraArgs: ['-persistmempool=0'] })

/**
 * A payment of 500 USD is unconfirmed, and only a backup from before it is left. There is a larger
 * deposit.
 */
async function lostWhileUnconfirmed() {
  const signed = new SignedTransactions()
  const present = await chainStory({ node })
  const ids = await present.fundedPayroll([50_000n], 3_000_000n)
  const people = await scriptsOf(present, ids.payrollId)
  const backup = dumpOf(present.engine.database.ownerUrl)
  const lost = await present.engine.run(ids)
  await present.paymentIs(ids, lost, 'unconfirmed')
  const [first] = await present.bytesOf(lost)
  if (!first) throw new Error('an unconfirmed payment has bytes')
  await signed.collect(present)
  await present.engine.stop()
  await node.restart({ reindex: false })

  const old = await chainStory({ node, backup })
  const payouts = [{ script: ids.script, sats: 9_000_000n }]
  await old.mineOnly([old.signedBySomebody([await old.somebodysUtxo(payouts)], payouts)])
  await old.spendable(ids.payrollId, 12_000_000n)
  await old.engine.price(rateUsdCentsPerBtc)
  const paymentId = await old.engine.run(ids)
  await old.paymentIs(ids, paymentId, 'unconfirmed')
  await signed.collect(old)
  expect(signed.payers(people)).toBe(2)
  return { old, ids, people, paymentId, first, signed }
}

test('a larger deposit pays, a peer relays the lost payment → that is refused', async () => {
  const { old, ids, people, paymentId, first, signed } = await lostWhileUnconfirmed()
  await expect(old.send(first)).rejects.toThrow(/insufficient fee|conflict/)
  await old.engine.play.mine(1)
  await old.paymentIs(ids, paymentId, 'confirmed')
  await signed.collect(old)
  await signed.expectPaidOnce(old.engine, people)
  await old.engine.stop()
})

test('a larger deposit pays what a lost payment paid, that is mined → nobody is unpaid', async () => {
  const { old, ids, people, paymentId, first, signed } = await lostWhileUnconfirmed()
  await old.mineOnly([first])
  const paid = await old.paymentIs(ids, paymentId, 'confirmed')
  expect(paid).toMatchObject({ paidLines: 1, transactions: [{ txid: first.txid }] })
  await old.engine.play.mine(7)
  await old.followed()
  await old.engine.price(rateUsdCentsPerBtc)
  await expect(old.engine.run(ids)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: { _id: paymentId } } },
  })
  await signed.collect(old)
  await signed.expectPaidOnce(old.engine, people)
  await old.engine.stop()
})

/**
 * A payment is bumped and mined; only backups from before the press and before the bump are left.
 */
async function bumpedAndMined() {
  const signed = new SignedTransactions()
  const present = await chainStory({ node })
  const steps = bumpSteps(present)
  const ids = await present.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const people = await scriptsOf(present, ids.payrollId)
  const beforePress = dumpOf(present.engine.database.ownerUrl)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const beforeBump = dumpOf(present.engine.database.ownerUrl)
  await steps.bump(ids, id, 10_000n)
  await steps.childIsSent(id)
  await present.engine.play.mine(1)
  await present.paymentIs(ids, paymentId, 'confirmed')
  const { spendable_sats: left } = await present.balanceOf(ids.payrollId)
  await signed.collect(present)
  await present.engine.stop()
  return { ids, people, paymentId, beforePress, beforeBump, left, signed }
}

test('a payment is bumped after the backup and mined → the next press names it', async () => {
  const { ids, people, paymentId, beforeBump, left, signed } = await bumpedAndMined()
  const old = await chainStory({ node, backup: beforeBump })
  await old.spendable(ids.payrollId, left)
  expect(await findUnacknowledged(old.engine.db, ids.payrollId)).toEqual([])
  await old.engine.price(rateUsdCentsPerBtc)
  await expect(old.engine.run(ids)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: { _id: paymentId } } },
  })
  await signed.collect(old)
  await signed.expectPaidOnce(old.engine, people)
  await old.engine.stop()
})

test('a payment is made and bumped after the backup → the next press names it', async () => {
  const { ids, people, beforePress, left, signed } = await bumpedAndMined()
  const old = await chainStory({ node, backup: beforePress })
  await old.spendable(ids.payrollId, left)
  const [payment] = await acknowledgeAll(old, ids)
  await old.engine.price(rateUsdCentsPerBtc)
  await expect(old.engine.run(ids)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: null, transaction: { _id: payment } } },
  })
  await signed.collect(old)
  await signed.expectPaidOnce(old.engine, people)
  await old.engine.stop()
})
