import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)

/** The transactions that reserve UTXOs of a payroll. */
const reservedFor = async (payrollId: string) => {
  const rows = await story.engine.db
    .selectFrom('reservations')
    .select('transaction_id')
    .distinct()
    .where('payroll_id', '=', payrollId)
    .execute()
  return rows.map(({ transaction_id }) => transaction_id)
}

test('a cancelled payment’s UTXOs are reserved until its cancellation is mined', async () => {
  const { engine } = story
  const ids = await story.fundedPayroll([50_000n], 3_000_000n)
  const { id, paymentId } = await steps.unconfirmedRun(ids)
  expect(await reservedFor(ids.payrollId)).toEqual([id])
  await steps.cancel(ids, id)
  const { _id } = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  expect(_id).not.toBe(id)
  expect(await reservedFor(ids.payrollId)).toEqual([_id])
  await engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'rejected')
  expect(await reservedFor(ids.payrollId)).toEqual([])
})

longTest(
  'a batch waits for its lane → the lane is reserved for it from the mempool on',
  async () => {
    const { engine, fundedPayroll, mineOnly, paymentIs } = story
    const salaries = Array.from({ length: 3_100 }, () => 1_000n)
    const ids = await fundedPayroll(salaries, 900_000_000n)
    const paymentId = await engine.run(ids)
    const batches = async () =>
      engine.db
        .selectFrom('transactions')
        .select(['id', 'state', 'waiting_for'])
        .where('sheet_id', '=', paymentId)
        .orderBy('position')
        .execute()
    const [fanOut, waiting] = await batches()
    if (!fanOut || !waiting) throw new Error('3,100 people are paid in two batches')
    expect(await reservedFor(ids.payrollId)).toEqual([fanOut.id])
    await story.partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
    expect((await reservedFor(ids.payrollId)).sort()).toEqual([fanOut.id, waiting.id].sort())
    const lane = await sql<{ sats: bigint }>`
    SELECT amount_sats AS sats FROM ledger_entries
    WHERE transaction_id = ${waiting.id} AND account = 'reserved'`.execute(engine.db)
    expect(lane.rows[0]?.sats).toBeGreaterThan(1_000_000n)
    await mineOnly((await story.bytesOf(paymentId)).slice(0, 1))
    await story.partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
    await engine.play.mine(1)
    await paymentIs(ids, paymentId, 'confirmed')
  },
)

test('a payment loses one UTXO to a foreign spend → the other is free 6 blocks deep', async () => {
  const { engine, payroll, send, mineOnly, paymentIs, spendable, balanceOf } = story
  const ids = await payroll([300_000n])
  const payouts = [{ script: ids.script, sats: 2_000_000n }]
  const utxo = await story.somebodysUtxo(payouts)
  const deposit = story.signedBySomebody([utxo], payouts)
  const rival = story.signedBySomebody([utxo], [], 20_000n)
  const honest = story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)
  for (const one of [honest, deposit]) {
    await send(one)
    await mineOnly([one])
  }
  await spendable(ids.payrollId, 4_000_000n)
  const paymentId = await engine.run(ids)
  const { transactions } = await paymentIs(ids, paymentId, 'unconfirmed')

  await story.invalidate(1)
  await mineOnly([rival])
  for (let deep = 2; deep <= 5; deep++) await mineOnly()
  await story.followed()
  await paymentIs(ids, paymentId, 'removed')
  expect(await reservedFor(ids.payrollId)).toEqual([transactions[0]?._id])
  expect(await balanceOf(ids.payrollId)).toMatchObject({
    confirmed_sats: 2_000_000n,
    spendable_sats: 0n,
  })
  await mineOnly()
  await story.followed()
  // The balance is already right in the SQL transaction of the block, before any worker looks.
  expect(await balanceOf(ids.payrollId)).toMatchObject({ spendable_sats: 2_000_000n })
  expect(await reservedFor(ids.payrollId)).toEqual([])
})
