import { expect, test } from 'vitest'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { giveUpTransactions, readGiveUp } from './give-up.ts'

const story = await storyForFile({ nodeArgs: ['-persistmempool=0'] })

const operator = { by: 'rosa', reason: 'its deposit was reorganised away' }

async function unconfirmedRun() {
  const ids = await story.payroll([50_000n, 30_000n])
  const payouts = [{ script: ids.script, sats: 3_000_000n }]
  const deposit = story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)
  await story.mineOnly([deposit])
  await story.spendable(ids.payrollId, 3_000_000n)
  const paymentId = await story.engine.run(ids)
  const payment = await story.paymentIs(ids, paymentId, 'unconfirmed')
  return { ids, deposit, paymentId, txid: payment.transactions[0]?.txid ?? '' }
}

test('a payment is in the mempool → it is not given up', async () => {
  const { ids, txid, paymentId } = await unconfirmedRun()
  const { db, chain } = story.engine
  await expect(readGiveUp(db, chain, txid)).rejects.toThrow('is in the mempool')
  await story.engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  await expect(readGiveUp(db, chain, txid)).rejects.toThrow('is in a block')
})

test('a deposit vanished → its payment is given up, and the payroll pays again', async () => {
  const { ids, deposit, txid, paymentId } = await unconfirmedRun()
  const { engine } = story
  const { db, chain, owner } = engine
  await story.invalidate(1)
  await engine.node.restart({ reindex: false })
  await story.mineOnly()
  await story.mineOnly()
  await story.followed()
  await story.depositIs(ids.payrollId, deposit.txid, 'removed')
  await story.paymentIs(ids, paymentId, 'removed')

  const found = await readGiveUp(db, chain, txid)
  expect(found).toMatchObject({ payroll: 'Oficina', canConfirm: false, withdrawnSats: 0n })
  expect(found.transactions.map((one) => one.txid.toString('hex'))).toEqual([deposit.txid, txid])
  expect(found.people.map(({ usdCents }) => usdCents).toSorted()).toEqual([30_000n, 50_000n])
  await giveUpTransactions(owner, found, operator)
  const failed = await story.paymentIs(ids, paymentId, 'failed')
  expect(failed.transactions[0]?.failure).toBe('GIVEN_UP')
  await story.mineOnly()
  await story.followed()
  await story.paymentIs(ids, paymentId, 'failed')

  const payouts = [{ script: ids.script, sats: 2_000_000n }]
  await story.mineOnly([story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)])
  await story.spendable(ids.payrollId, 2_000_000n)
  await engine.price(rateUsdCentsPerBtc)
  const again = await engine.run(ids)
  await story.paymentIs(ids, again, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, again, 'confirmed')
  await expectPaid(story, ids)
})

test('a deposit that was given up comes back → its payment can confirm', async () => {
  const { ids, deposit, txid, paymentId } = await unconfirmedRun()
  const { engine } = story
  const [sent] = await story.bytesOf(paymentId)
  await story.invalidate(1)
  await engine.node.restart({ reindex: false })
  await story.mineOnly()
  await story.mineOnly()
  await story.followed()
  await story.paymentIs(ids, paymentId, 'removed')
  await giveUpTransactions(engine.owner, await readGiveUp(engine.db, engine.chain, txid), operator)
  await story.paymentIs(ids, paymentId, 'failed')
  await story.mineOnly(sent ? [deposit, sent] : [])
  await story.paymentIs(ids, paymentId, 'confirmed')
  // A payment is read in two statements, and a block may come between them.
  const paid = await story.paymentIs(ids, paymentId, 'confirmed')
  expect(paid.transactions[0]?.failure).toBeNull()
})
