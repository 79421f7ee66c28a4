import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

// The node's policy refuses outputs below 9,800 sat, which other nodes and the program still
// accept.
const story = await storyForFile({ nodeArgs: ['-dustrelayfee=0.001'] })
const steps = bumpSteps(story)

const people = (count: number, cents = 50_000n) => Array.from({ length: count }, () => cents)

test('a cancelled payment pays back to its payroll, and the next one spends that', async () => {
  const { engine, fundedPayroll, paymentIs, mineOnly } = story
  const ids = await fundedPayroll(people(2), 3_000_000n)
  // A second deposit is there, from which alone the next payment could have been made.
  await engine.play.give(ids.script, 9_000_000n)
  await engine.play.mine(1)
  await story.spendable(ids.payrollId, 12_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const [original] = await story.bytesOf(paymentId)
  await steps.cancel(ids, id)
  await expect(steps.cancel(ids, id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
  const cancel = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'rejected')
  const { spendable_sats: left } = await story.balanceOf(ids.payrollId)
  expect(12_000_000n - left).toBe(BigInt(Math.round(Number(cancel.networkFee?.btc) * 1e8)))

  // The next run is no second payment, since nobody was paid, and it spends the UTXO of the
  // cancellation.
  const next = await steps.unconfirmedRun(ids)
  const [row] = await steps.rowsOf(next.id)
  const spent = await engine.db
    .selectFrom('transaction_inputs')
    .select('txid')
    .where('transaction_id', '=', row?.id ?? '')
    .execute()
  expect(spent.map((input) => input.txid.toString('hex'))).toContain(cancel.txid)
  await engine.play.mine(1)
  await paymentIs(ids, next.paymentId, 'confirmed')

  // A reorganisation brings the cancelled transaction back, so the next run conflicts with it.
  if (!original) throw new Error('an unconfirmed transaction has bytes')
  await story.invalidate(2)
  await mineOnly([original])
  await mineOnly()
  await mineOnly()
  await story.followed()
  await paymentIs(ids, paymentId, 'confirmed')
  // The next run lost to a transaction of our records, which counts at its first confirmation.
  await paymentIs(ids, next.paymentId, 'failed')
  for (let block = 0; block < 4; block++) await mineOnly()
  await story.followed()
  await paymentIs(ids, next.paymentId, 'failed')
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(2)
})

test('signed bytes that policy refuses are cancelled, and everybody can be paid', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([100n], 3_000_000n)
  const paymentId = await engine.run(ids)
  const { transactions } = await paymentIs(ids, paymentId, 'signed')
  const id = transactions[0]?._id ?? ''
  await expect(steps.bump(ids, id, 20_000n)).rejects.toMatchObject({ code: 'CANNOT_BE_BUMPED' })
  await steps.cancel(ids, id)
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'rejected')
  expect(await steps.rowsOf(id)).toMatchObject([{ state: 'removed' }, { state: 'confirmed' }])
  await engine.play.mine(5)
  await engine.until('the refused bytes have failed', async () => {
    const [first] = await steps.rowsOf(id)
    return first?.state === 'failed'
  })
})

longTest('a payment that is mined after all is paid, whatever was to cancel it', async () => {
  const { engine, fundedPayroll, paymentIs, mineOnly } = story
  const ids = await fundedPayroll(people(2), 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const [original] = await story.bytesOf(paymentId)
  if (!original) throw new Error('an unconfirmed transaction has bytes')
  await steps.cancel(ids, id)
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await mineOnly([original])
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid.transactions).toMatchObject([{ _id: id, txid, type: 'send' }])
  expect(paid.paidLines).toBe(2)
  await expect(steps.cancel(ids, id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
  await mineOnly()
  await engine.play.mine(5)
})

test('a cancelled run → its first batch is replaced, the later ones are dropped', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll(people(3_100, 1_000n), 900_000_000n)
  const paymentId = await engine.run(ids)
  const waiting = await engine.until('the first part is sent', async () => {
    const payment = await steps.paymentOf(ids, paymentId)
    return payment.transactions[0]?.state === 'unconfirmed' && payment
  })
  const [first, later] = waiting.transactions
  await steps.cancel(ids, later?._id ?? '')
  await steps.currentIs(ids, first?._id ?? '', { state: 'unconfirmed', type: 'cancel' })
  await steps.currentIs(ids, later?._id ?? '', { state: 'rejected' })
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'rejected')
  expect(paidLines).toBe(0)
})

longTest('a cancellation pays for all that it evicts: child and employees’ spends', async () => {
  const { engine, paymentIs } = story
  const ids = await steps.payrollOfSpenders(3, 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const { spent } = await steps.employeesSpend(txid, 50_000n, 2)
  expect(spent).toHaveLength(2)
  await steps.bump(ids, id, 20_000n)
  await steps.childIsSent(id)
  const entry = await engine.chain.mempoolEntry(txid)
  await steps.cancel(ids, id)
  const cancel = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  expect(await engine.chain.mempoolTxids()).toEqual([cancel.txid])
  const fee = BigInt(Math.round(Number(cancel.networkFee?.btc) * 1e8))
  expect(fee).toBeGreaterThan(entry?.withDescendantsFeeSats ?? fee)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'rejected')
  await story.spendable(ids.payrollId, 3_000_000n - fee)
})

longTest(
  'the deposit under a cancellation vanished → it is cancelled again from its head',
  async () => {
    const { engine, fundedPayroll, paymentIs, mineOnly } = story
    const ids = await fundedPayroll(people(1), 600_000n)
    const first = await steps.unconfirmedRun(ids)
    await engine.play.mine(1)
    await paymentIs(ids, first.paymentId, 'confirmed')
    const { spendable_sats: headSats } = await story.balanceOf(ids.payrollId)
    const payouts = [{ script: ids.script, sats: 900_000n }]
    const utxo = await story.somebodysUtxo(payouts)
    await mineOnly([story.signedBySomebody([utxo], payouts)])
    await story.spendable(ids.payrollId, headSats + 900_000n)
    const { paymentId, id } = await steps.unconfirmedRun(ids, first.paymentId)
    await steps.cancel(ids, id)
    const lost = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })

    await story.invalidate(1)
    await mineOnly([story.signedBySomebody([utxo], [])])
    await mineOnly()
    await story.followed()
    await steps.currentIs(ids, id, { state: 'removed', type: 'cancel' })
    await steps.cancel(ids, id)
    const again = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
    expect(again.txid).not.toBe(lost.txid)
    await expect(steps.cancel(ids, id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
    await engine.play.mine(1)
    await paymentIs(ids, paymentId, 'rejected')
    const { spendable_sats: left } = await story.balanceOf(ids.payrollId)
    expect(headSats - left).toBe(BigInt(Math.round(Number(again.networkFee?.btc) * 1e8)))
  },
)

test('a first payment of two deposits of which one left its block cannot be cancelled', async () => {
  const { engine, paymentIs } = story
  const ids = await story.payroll([50_000n])
  for (const sats of [400_000n, 400_000n]) {
    await engine.play.give(ids.script, sats)
    await engine.play.mine(1)
  }
  await story.spendable(ids.payrollId, 800_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  await story.invalidate(1)
  for (let block = 0; block < 2; block++) await story.mineOnly()
  await story.followed()
  await expect(steps.cancel(ids, id)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})
