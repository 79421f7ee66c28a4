import { expect, test } from 'vitest'
import { macOf } from '#server/authorization/mac.ts'
import { type OrderRow, orderColumns } from '#server/authorization/order-rows.ts'
import { attacksOn } from '#server/testing/attacks.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

/** Somebody with the program's database role, and without the key of the MACs, wants more paid. */

// Rows were moved about on purpose: the money itself is looked at by each test.
const story = await storyForFile({}, { breaks: ['I4', 'I11'] })
const attacks = attacksOn(story.engine)

const utxoSats = 3_000_000n

/** A payroll with a run that ended with nothing signed. */
async function endedRun() {
  const { engine, fundedPayroll, spendable, paymentIs } = story
  const ids = await fundedPayroll([50_000n], utxoSats)
  engine.caps.paymentUsdCents = 49_999n
  const { transactions } = await paymentIs(ids, await engine.run(ids), 'failed')
  engine.caps.paymentUsdCents = null
  await spendable(ids.payrollId, utxoSats)
  const id = transactions[0]?._id ?? ''
  return { ids, id }
}

const rowOf = (id: string) =>
  story.engine.db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The outcome of an old plan that is put before the signer again. */
async function revived(id: string) {
  await attacks.handToSigner(id)
  return story.engine.until('the signer has looked at it', async () => {
    const row = await rowOf(id)
    return row.state !== 'pendingApproval' && row
  })
}

test('an order that ended unsigned is not begun once a later one of its payroll was', async () => {
  const { engine, paymentIs } = story
  const { ids, id } = await endedRun()
  await engine.price(rateUsdCentsPerBtc)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect(await revived(id)).toMatchObject({
    raw: null,
    failure: 'SIGNER_REFUSED',
    signer_fault: { code: 'ORDER_OVERTAKEN', orderId: (await rowOf(id)).order_id },
  })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

/** The order of a plan, changed, under its MAC. */
async function reordered(id: string, changes: Partial<OrderRow>) {
  const { db, macKey } = story.engine
  const { order_id: orderId } = await rowOf(id)
  const order = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { needs_approval: _, ...next } = { ...order, ...changes }
  const mac = macOf(macKey, 'orders', next)
  await db
    .updateTable('orders')
    .set({ ...changes, mac })
    .where('id', '=', orderId)
    .execute()
}

/** The order of a plan as if it had been made this long ago. */
async function orderedEarlier(id: string, ms: number) {
  const requested_at = new Date(Date.now() - ms)
  await reordered(id, { requested_at })
  const price = { usd_cents_per_btc: rateUsdCentsPerBtc, sources: 3 }
  await story.engine.worker
    .insertInto('prices')
    .values({ at: requested_at, ...price })
    .execute()
}

test('an order of a clock half an hour ahead is signed → the next one is paid', async () => {
  const { engine, paymentIs } = story
  const { ids, id } = await endedRun()
  await orderedEarlier(id, -30 * 60_000)
  const { sheet_id: first } = await revived(id)
  await paymentIs(ids, first ?? '', 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, first ?? '', 'confirmed')
  await engine.price(rateUsdCentsPerBtc)
  const next = await engine.run(ids, first ?? '')
  await paymentIs(ids, next, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, next, 'confirmed')
})

test('an order that ended unsigned is begun after a later one of another period', async () => {
  const { engine, paymentIs } = story
  const { ids, id } = await endedRun()
  await reordered(id, { claims_period: '2026-11-Q1' })
  await engine.price(rateUsdCentsPerBtc)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect((await revived(id)).raw).not.toBeNull()
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('an order with a number that its company has not counted up to is not begun', async () => {
  const { id } = await endedRun()
  await reordered(id, { number: 1_000_000n })
  expect(await revived(id)).toMatchObject({ raw: null, signer_fault: { code: 'NOT_ORDERED' } })
})

test('the program’s role counts orders one by one, and never back', async () => {
  const { ids } = await endedRun()
  const set = (number: bigint) =>
    story.engine.db
      .updateTable('order_counts')
      .set({ number })
      .where('company_id', '=', ids.companyId)
      .execute()
  await expect(set(0n)).rejects.toThrow('one by one')
  await expect(set(1_000_000n)).rejects.toThrow('one by one')
})

test('an order of which nothing is signed within an hour is not begun by the signer', async () => {
  const { id } = await endedRun()
  await orderedEarlier(id, 61 * 60_000)
  story.engine.alarms.length = 0
  expect(await revived(id)).toMatchObject({ raw: null, failure: 'PLAN_EXPIRED' })
  expect(story.engine.alarms).toEqual(['the signer refuses a plan'])
})

test('an order of 58 minutes ago of which nothing is signed is begun', async () => {
  const { id } = await endedRun()
  await orderedEarlier(id, 58 * 60_000)
  expect((await revived(id)).raw).not.toBeNull()
  await story.engine.play.mine(1)
  await story.followed()
})

test('without a later order the plan put before the signer here is signed', async () => {
  const { engine } = story
  const { id } = await endedRun()
  expect((await revived(id)).raw).not.toBeNull()
  await engine.play.mine(1)
  await story.followed()
})
