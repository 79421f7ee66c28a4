import { expect, test } from 'vitest'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
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

test('a payment spends a head beside the deposit that vanished → nobody is named', async () => {
  const { engine } = story
  const ids = await story.fundedPayroll([50_000n], 600_000n)
  const first = await engine.run(ids)
  await story.paymentIs(ids, first, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, first, 'confirmed')
  const { spendable_sats: headSats } = await story.balanceOf(ids.payrollId)
  const payouts = [{ script: ids.script, sats: 900_000n }]
  const utxo = await story.somebodysUtxo(payouts)
  await story.mineOnly([story.signedBySomebody([utxo], payouts)])
  await story.spendable(ids.payrollId, headSats + 900_000n)
  await engine.price(rateUsdCentsPerBtc)
  const second = await engine.run(ids, first)
  const payment = await story.paymentIs(ids, second, 'unconfirmed')
  const txid = payment.transactions[0]?.txid ?? ''

  await story.invalidate(1)
  await story.mineOnly([story.signedBySomebody([utxo], [])])
  await story.mineOnly()
  await story.followed()
  await story.paymentIs(ids, second, 'removed')
  const found = await readGiveUp(engine.db, engine.chain, txid)
  expect(found).toMatchObject({ people: [], withdrawnSats: 0n, canConfirm: false })
})

longTest('a deposit that was given up comes back → its payment can confirm', async () => {
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
