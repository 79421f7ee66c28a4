import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approve, requireOrderOf } from '#server/features/payments/approval/approve-or-reject.ts'
import { insertChild } from '#server/features/payments/fee-bump/insert-version.ts'
import { readStuck } from '#server/features/payments/fee-bump/stuck.ts'
import { outputsOf } from '#server/features/payments/fee-bump/versions.ts'
import { requestWithdrawal } from '#server/features/withdrawals/withdrawals.ts'
import { notify } from '#server/platform/db/notify.ts'
import { attacksOn } from '#server/testing/attacks.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { rightCode } from '#server/testing/right-code.ts'
import { exclusivityFault, readEarlier } from './earlier-transactions.ts'
import { readPlan } from './read-plan.ts'

/** Somebody with the program's database role, and without the key of the MACs, wants people paid twice. */

// Rows were moved about on purpose: the money itself is looked at by each test.
const story = await storyForFile({}, { breaks: ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I11'] })
const steps = bumpSteps(story)
const attacks = attacksOn(story.engine)

const utxoSats = 3_000_000n

/** A payroll with an unconfirmed run, and with a later deposit of the amount that the run spends. */
async function paidBesideADeposit(salaries: bigint[]) {
  const ids = await story.fundedPayroll(salaries, utxoSats)
  const run = await steps.unconfirmedRun(ids)
  await steps.depositBeside(ids, [run.txid], utxoSats)
  return { ids, ...run }
}

const beside = (txid: string | null) => ({ code: 'BOTH_MAY_CONFIRM', txid })

const rowOf = (id: string) =>
  story.engine.db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const refused = (id: string) =>
  story.engine.until('the signer refuses it', async () => {
    const row = await rowOf(id)
    if (row.raw) throw new Error('it was signed')
    return row.state === 'failed' && row.signer_fault
  })

test('a signed order is not signed again for a copy with other inputs', async () => {
  const { ids, id, txid } = await paidBesideADeposit([50_000n, 30_000n])
  const copy = await attacks.copyOf(id)
  await attacks.copyOutputs(id, copy)
  await attacks.giveUtxo(ids.payrollId, copy, utxoSats)
  const restore = await attacks.unsign(id)
  await attacks.handToSigner(copy)
  expect(await refused(copy)).toEqual(beside(txid))
  await restore()
  expect(story.engine.alarms).toContain('the signer refuses a plan')
})

test('one person of an order is not paid again from what the others have not got yet', async () => {
  const { engine } = story
  const { ids, id, txid } = await paidBesideADeposit([50_000n, 30_000n])
  const copy = await attacks.copyOf(id)
  const [first, change] = await engine.db
    .selectFrom('transaction_outputs')
    .selectAll()
    .where('transaction_id', '=', id)
    .orderBy('line_id', (order) => order.asc().nullsLast())
    .execute()
    .then((rows) => [rows[0], rows.find((row) => row.line_id === null)])
  const { fee_sats } = await rowOf(id)
  if (!first || !change || fee_sats === null) throw new Error('it pays two, and has change')
  const back = { ...change, vout: 1, sats: utxoSats - first.sats - fee_sats }
  await engine.db
    .insertInto('transaction_outputs')
    .values([{ ...first, vout: 0 }, back].map((row) => ({ ...row, transaction_id: copy })))
    .execute()
  await attacks.giveUtxo(ids.payrollId, copy, utxoSats)
  const restore = await attacks.unsign(id)
  await attacks.handToSigner(copy)
  expect(await refused(copy)).toEqual(beside(txid))
  await restore()
})

test('a transaction whose signature was wiped out gets the same bytes back', async () => {
  const { engine, paymentIs } = story
  const { ids, id, paymentId, txid } = await paidBesideADeposit([50_000n])
  const { raw } = await rowOf(id)
  await attacks.unsign(id)
  await attacks.handToSigner(id)
  const signed = await engine.until('it is signed', async () => {
    const row = await rowOf(id)
    return row.raw && row
  })
  expect(signed.txid?.toString('hex')).toBe(txid)
  expect(signed.raw?.equals(raw ?? Buffer.alloc(0))).toBe(true)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('a withdrawal is signed once', async () => {
  const { engine } = story
  const { db, network, feeCeilings, macKey } = engine
  const ids = await story.payroll([50_000n])
  await engine.play.give(ids.script, utxoSats)
  await engine.play.mine(1)
  await story.spendable(ids.payrollId, utxoSats)
  const by = { ...ids, ip: null }
  const settings = { network, feeCeilings, sandbox: true, language: 'es' as const }
  const request = { ...by, ...settings, now: new Date() }
  const id = await db.transaction().execute(async (trx) => {
    const body = { address: anAddress(), amount: '0.01000000' }
    const { transactionId } = await requestWithdrawal(
      trx,
      { ...engine, smsConfigured: true },
      request,
      body,
    )
    const given = await rightCode(trx, macKey, by)
    const orderId = await requireOrderOf(trx, by.companyId, transactionId)
    await approve(trx, engine, by, { orderId, given }, new Date())
    return transactionId
  })
  const { txid } = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'withdrawal' })
  await steps.depositBeside(ids, [txid ?? ''], utxoSats)
  const copy = await attacks.copyOf(id)
  await attacks.copyOutputs(id, copy)
  await attacks.giveUtxo(ids.payrollId, copy, utxoSats)
  const restore = await attacks.unsign(id)
  await attacks.handToSigner(copy)
  expect(await refused(copy)).toEqual(beside(txid))
  await restore()
})

longTest('children taken out of their order burn no more than was ordered', async () => {
  const { engine } = story
  const { db, network } = engine
  const { ids, id } = await paidBesideADeposit([50_000n])
  const { order_id: orderId } = await rowOf(id)
  const { fee_ceiling_sats: ceiling } = await db
    .selectFrom('orders')
    .select('fee_ceiling_sats')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const feeSats = ceiling / 2n
  const childOf = async (maker: string) => {
    const { replacements, current } = await readStuck(db, ids.companyId, id, engine.feeCeilings)
    const utxo = (await outputsOf(db, maker)).find(({ change }) => change)
    const { txid } = await rowOf(maker)
    if (!utxo || !txid) throw new Error('it has change')
    const sizes = { feeSats, vsize: 110, headSats: utxo.sats - feeSats, feeRateSatsPerKvb: 1_000n }
    const plan = { of: current, utxos: [{ txid, vout: utxo.vout }], ...sizes }
    return db.transaction().execute(async (trx) => {
      const child = await insertChild(trx, replacements, plan, network)
      const handed = { waiting_for: 'signature', root_id: child, version: 1 } as const
      await trx.updateTable('transactions').set(handed).where('id', '=', child).execute()
      await notify(trx, 'signatures')
      return child
    })
  }
  const first = await childOf(id)
  await engine.until('the first is sent', async () => (await rowOf(first)).state === 'unconfirmed')
  await db.updateTable('transactions').set({ order_id: null }).where('id', '=', first).execute()
  const second = await childOf(first)
  expect(await refused(second)).toMatchObject({
    code: 'SIGNED_FEES_ABOVE_ORDER',
    ceilingSats: String(ceiling),
  })
})

test('what the signer remembers of a payroll does not change with the tables', async () => {
  const { id, txid } = await paidBesideADeposit([50_000n, 30_000n])
  const trx = await story.engine.owner.startTransaction().execute()
  await sql`ALTER TABLE transactions DISABLE TRIGGER transactions_moves`.execute(trx)
  await trx
    .updateTable('transactions')
    .set({ raw: null, txid: null, in_mempool: false, waiting_for: 'signature' })
    .where('id', '=', id)
    .execute()
  const plan = await readPlan(trx, id)
  if (!plan) throw new Error('it is there')
  const faultOf = async (other: typeof plan) =>
    exclusivityFault(other, await readEarlier(trx, other))
  const again = { ...plan, id: randomUUID() }
  expect(await faultOf(again)).toBeNull()
  const elsewhere = plan.inputs.map((input) => ({ ...input, txid: 'ab'.repeat(32) }))
  const rest = { ...again, inputs: elsewhere }
  const fault = beside(txid)
  expect(await faultOf(rest)).toEqual(fault)
  await trx.deleteFrom('transaction_outputs').where('transaction_id', '=', id).execute()
  expect(await faultOf(rest)).toEqual(fault)
  expect(await faultOf({ ...rest, paymentId: randomUUID() })).toEqual(fault)
  expect(await faultOf({ ...rest, payrollId: randomUUID() })).toBeNull()
  await trx.rollback().execute()
})

// Last in the file, because its transaction, once mined, is untracked and stops payments.
test('a transaction whose signature was wiped gets no other bytes and never fails', async () => {
  const { engine } = story
  const { ids, id } = await paidBesideADeposit([50_000n])
  await attacks.unsign(id)
  await attacks.giveUtxo(ids.payrollId, id, utxoSats)
  const before = engine.alarms.length
  await attacks.handToSigner(id)
  await engine.until('the signer says so', async () =>
    engine.alarms.slice(before).includes('a plan that was signed is another one now'),
  )
  expect(await rowOf(id)).toMatchObject({ state: 'pendingApproval', raw: null })
})
