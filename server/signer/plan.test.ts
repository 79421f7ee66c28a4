import { expect, test } from 'vitest'
import { estimateFeeSats } from '#domain/coin-selection.ts'
import { changeScriptBytes, outputBytes } from '#domain/fees.ts'
import { satsFromCents } from '#domain/money.ts'
import { refreshBalances } from '#server/features/chain/index.ts'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { notify } from '#server/platform/db/notify.ts'
import { ChainError } from '#server/ports.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'

const story = await storyForFile()

/** Plans a run and hands it to the signer after something in the tables has changed. */
async function runChanged<T>(
  payroll: Awaited<ReturnType<ChainStory['payroll']>>,
  change: (paymentId: string) => Promise<T>,
) {
  const { engine, paymentIs } = story
  const { unspent } = engine.chain
  engine.chain.unspent = async () => {
    throw new ChainError('unknown', 'away for a moment')
  }
  const paymentId = await engine.run(payroll)
  const changed = await change(paymentId)
  await engine.db
    .updateTable('transactions')
    .set({ waiting_for: 'signature' })
    .where('sheet_id', '=', paymentId)
    .execute()
  await notify(engine.db, 'signatures')
  const failed = await paymentIs(payroll, paymentId, 'failed')
  engine.chain.unspent = unspent
  return { transaction: failed.transactions[0], changed }
}

test('a plan is not signed without one of its inputs, even if the others suffice', async () => {
  const { engine, fundedPayroll, spendable } = story
  const { db } = engine
  const salaries = Array.from({ length: 50 }, () => 1_000n)
  const sats = 50n * satsFromCents(1_000n, rateUsdCentsPerBtc)
  const target = { outputs: 50, outputBytes: 50 * outputBytes(changeScriptBytes), sats }
  // A second UTXO is needed, and is worth less than the whole fee.
  const most = sats + estimateFeeSats(target, 2_000n) - 500n
  const payroll = await fundedPayroll(salaries, most)
  await engine.play.give(payroll.script, 2_500n)
  await engine.play.mine(1)
  await spendable(payroll.payrollId, most + 2_500n)

  // The follower does this when a reorganisation takes back a deposit after the inputs were
  // checked.
  const { transaction, changed: gone } = await runChanged(payroll, () =>
    db
      .deleteFrom('utxos')
      .where('payroll_id', '=', payroll.payrollId)
      .where('sats', '=', 2_500n)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  expect(transaction).toMatchObject({
    txid: null,
    failure: 'SIGNER_REFUSED',
  })
  expect(await readSignerFault(db, transaction?._id)).toEqual({
    code: 'INPUT_MISSING',
    planned: 2,
    found: 1,
  })

  await db.transaction().execute(async (trx) => {
    await trx.insertInto('utxos').values(gone).execute()
    await refreshBalances(trx, [payroll.payrollId])
  })
  await spendable(payroll.payrollId, most + 2_500n)
})

test('a line that says another amount than its output is not signed', async () => {
  const { engine, fundedPayroll } = story
  const payroll = await fundedPayroll([1_000n, 2_000n], 5_000_000n)
  const changeLine = (paymentId: string, by: bigint) =>
    engine.db
      .updateTable('payouts')
      .set(({ eb }) => ({ sats: eb('sats', '+', by) }))
      .where('sheet_id', '=', paymentId)
      .where('usd_cents', '=', 2_000n)
      .execute()
  const { transaction, changed: paymentId } = await runChanged(payroll, async (id) => {
    await changeLine(id, -1n)
    return id
  })
  expect(transaction).toMatchObject({
    txid: null,
    failure: 'SIGNER_REFUSED',
  })
  expect(await readSignerFault(engine.db, transaction?._id)).toMatchObject({
    code: 'OUTPUT_NOT_ITS_LINE',
  })
  await changeLine(paymentId, 1n)
})

test("the day's cap allows a run of several transactions as a whole or not at all", async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const salaries = Array.from({ length: 3_100 }, () => 1_000n)
  const run = 3_100_000n
  const payroll = await fundedPayroll(salaries, 900_000_000n)
  engine.caps.dayUsdCents = run - 1n
  const refused = await paymentIs(payroll, await engine.run(payroll), 'failed')
  expect(refused.transactions.map((one) => one.failure)).toEqual([
    'SIGNER_REFUSED',
    'FEEDER_FAILED',
  ])
  expect(await readSignerFault(engine.db, refused.transactions[0]?._id)).toMatchObject({
    code: 'DAY_ABOVE_CAP',
    capUsdCents: String(run - 1n),
  })

  await story.spendable(payroll.payrollId, 900_000_000n)
  const other = await story.nextFundedPayroll(payroll, [20_000n], 5_000_000n)
  // The fee leaves the wallet too.
  engine.caps.dayUsdCents = run + 10_000n
  const paymentId = await engine.run(payroll)
  await engine.until('the first part is sent', async () => {
    const payment = await readPayment(engine.db, payroll.companyId, paymentId)
    return payment?.transactions[0]?.state === 'unconfirmed'
  })
  const late = await paymentIs(other, await engine.run(other), 'failed')
  expect(await readSignerFault(engine.db, late.transactions[0]?._id)).toMatchObject({
    code: 'DAY_ABOVE_CAP',
  })
  for (let block = 0; block < 2; block++) {
    await engine.play.mine(1)
    await engine.until('nothing waits', async () => {
      const payment = await readPayment(engine.db, payroll.companyId, paymentId)
      return payment?.state !== 'pendingApproval' && payment?.state !== 'signed'
    })
  }
  await paymentIs(payroll, paymentId, 'confirmed')
  engine.caps.dayUsdCents = null
})
