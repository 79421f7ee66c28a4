import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import { transactionBytes } from '#domain/transaction-bytes.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { ChainError } from '#server/ports.ts'
import { attacksOn, withoutFinalFacts } from '#server/testing/attacks.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { exclusivityFault, readEarlier } from './earlier-transactions.ts'
import { readPlan, type StoredPlan } from './read-plan.ts'

/** Rule R4 of decision 5, asked by the signer of its own memory. */

// Rows were moved about on purpose.
const story = await storyForFile({}, { breaks: ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I11'] })
const steps = bumpSteps(story)
const attacks = attacksOn(story.engine)

const depositSats = 3_000_000n
const unknown = 'ab'.repeat(32)
const beside = (txid: string) => ({ code: 'BOTH_MAY_CONFIRM', txid })

type Ids = Awaited<ReturnType<ChainStory['payroll']>>

/** A payroll that paid once, in a block, and has a second deposit. */
async function paidWithDeposit() {
  const { engine, fundedPayroll, balanceOf, spendable, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 2n * depositSats)
  const run = await steps.unconfirmedRun(ids)
  await engine.play.mine(1)
  await paymentIs(ids, run.paymentId, 'confirmed')
  const { spendable_sats: left } = await balanceOf(ids.payrollId)
  await engine.play.give(ids.script, depositSats)
  await engine.play.mine(1)
  await spendable(ids.payrollId, left + depositSats)
  return { ids, ...run }
}

/** The second run of a payroll, planned and not signed, as the node does not answer. */
async function plannedRun(ids: Ids, after: string) {
  const { engine } = story
  const { unspent } = engine.chain
  engine.chain.unspent = async () => {
    throw new ChainError('unknown', 'away for a moment')
  }
  await engine.price(rateUsdCentsPerBtc)
  const paymentId = await engine.run(ids, after)
  const { id } = await engine.db
    .selectFrom('transactions')
    .select('id')
    .where('sheet_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { id, answer: () => Object.assign(engine.chain, { unspent }) }
}

/** The plan spends nothing but the deposit, at the same fee. */
async function leaveHeadOut(payrollId: string, id: string) {
  await attacks.giveUtxo(payrollId, id, depositSats)
  await sql`
    UPDATE transaction_outputs o SET sats = ${depositSats} - t.fee_sats - (
      SELECT sum(p.sats) FROM transaction_outputs p
      WHERE p.transaction_id = t.id AND p.line_id IS NOT NULL)
    FROM transactions t
    WHERE t.id = o.transaction_id AND t.id = ${id} AND o.line_id IS NULL`.execute(
    story.engine.owner,
  )
}

async function signerFaultOf(id: string) {
  const { db, until } = story.engine
  return until('the signer refuses it', async () => {
    const row = await db
      .selectFrom('transactions')
      .select(['raw', 'state', 'signer_fault'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.raw) throw new Error('it was signed')
    return row.state === 'failed' && row.signer_fault
  })
}

test('a plan that leaves a head out is refused, even if tables call the run failed', async () => {
  const { ids, id: first, paymentId, txid } = await paidWithDeposit()
  const { id, answer } = await plannedRun(ids, paymentId)
  const conflict_height = sql<number>`(SELECT max(height) - 98 FROM blocks)`
  const { owner } = story.engine
  await withoutFinalFacts(owner, () =>
    owner
      .updateTable('transactions')
      .set({ height: null, is_lost: true, conflict_height })
      .where('id', '=', first)
      .execute(),
  ).finally(answer)
  await leaveHeadOut(ids.payrollId, id)
  await attacks.handToSigner(id)
  expect(await signerFaultOf(id)).toEqual(beside(txid))
})

/** Works in an SQL transaction of the owner that is rolled back, and moves what nobody may. */
async function inVain<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await story.engine.owner.startTransaction().execute()
  await sql`ALTER TABLE transactions DISABLE TRIGGER transactions_moves`.execute(trx)
  return work(trx).finally(() => trx.rollback().execute())
}

/** A signed transaction as if it were another one that waits and spends an output of `parent`. */
async function planLike(trx: Trx, id: string, parent: string): Promise<StoredPlan> {
  const { txid, raw, in_mempool } = await trx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rewrite = (row: object) =>
    trx.updateTable('transactions').set(row).where('id', '=', id).execute()
  const height = { height: null, conflict_height: null, superseded_height: null }
  await rewrite({ txid: null, raw: null, in_mempool: false, waiting_for: 'signature', ...height })
  const plan = await readPlan(trx, id)
  await rewrite({ txid, raw, in_mempool, waiting_for: null })
  if (!plan) throw new Error('it is there')
  const inputs = plan.inputs.map((input) => ({ ...input, txid: parent }))
  return { ...plan, id: randomUUID(), inputs }
}

/** A plan by another order of the same run. */
async function otherOrder(trx: Trx, id: string, parent: string): Promise<StoredPlan> {
  const plan = await planLike(trx, id, parent)
  if (!plan.order) throw new Error('it was ordered')
  return { ...plan, order: { ...plan.order, row: { ...plan.order.row, id: randomUUID() } } }
}

/** A plan of another run of the payroll. */
const otherRun = async (trx: Trx, id: string, parent: string): Promise<StoredPlan> => ({
  ...(await otherOrder(trx, id, parent)),
  paymentId: randomUUID(),
})

const faultIn = async (trx: Trx, plan: StoredPlan) =>
  exclusivityFault(plan, await readEarlier(trx, plan))

longTest('after a cancellation its head alone pays the same people', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n, 30_000n], depositSats)
  const { id, paymentId, txid } = await steps.unconfirmedRun(ids)
  await steps.cancel(ids, id)
  const cancel = { state: 'unconfirmed', type: 'cancel' }
  const { txid: cancellation } = await steps.currentIs(ids, id, cancel)
  await engine.play.mine(1)
  await steps.currentIs(ids, id, { ...cancel, state: 'confirmed' })
  await inVain(async (trx) => {
    expect(await faultIn(trx, await otherOrder(trx, id, cancellation ?? ''))).toBeNull()
    expect(await faultIn(trx, await otherOrder(trx, id, txid))).toEqual(beside(txid))
    expect(await faultIn(trx, await otherOrder(trx, id, unknown))).toEqual(beside(txid))
  })
  await engine.price(rateUsdCentsPerBtc)
  const again = await engine.run(ids, paymentId)
  await paymentIs(ids, again, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, again, 'confirmed')
})

test('only bytes that hash to the txid of a row make an ancestor of it', async () => {
  const { id, txid, ids } = await paidWithDeposit()
  const { companyId: company_id, payrollId: payroll_id, script } = ids
  const bytesSpending = (parent: string) =>
    Buffer.from(
      transactionBytes(
        [{ txid: parent, vout: 0 }],
        [{ script, sats: 900n }],
        [[Buffer.from('00', 'hex')]],
      ),
    )
  const [head, other] = [bytesSpending(txid), bytesSpending(unknown)]
  const faultWith = async (name: string, raw: Buffer) =>
    inVain(async (trx) => {
      await trx
        .insertInto('transactions')
        .values({
          company_id,
          payroll_id,
          raw,
          txid: Buffer.from(name, 'hex'),
          type: 'cancel',
          usd_cents: 1n,
          sats: 1n,
          rate_usd_cents_per_btc: 1n,
        })
        .execute()
      return faultIn(trx, await otherRun(trx, id, name))
    })
  const txidOf = (raw: Buffer) => walkTransaction(raw).txid()
  expect(await faultWith(txidOf(head), head)).toBeNull()
  expect(await faultWith(txidOf(other), other)).toEqual(beside(txid))
  expect(await faultWith(txidOf(other), head)).toEqual(beside(txid))
  expect(await faultWith(txidOf(other), Buffer.from('no transaction'))).toEqual(beside(txid))
})

test('a run that tables call 100 deep, or in conflict 100 deep, is not compared', async () => {
  const { id, txid } = await paidWithDeposit()
  const faultWith = async (column: 'height' | 'conflict_height', depth: number) =>
    inVain(async (trx) => {
      const plan = await otherRun(trx, id, unknown)
      const deep = sql<number>`(SELECT max(height) + 1 - ${depth}::integer FROM blocks)`
      await trx
        .updateTable('transactions')
        .set({ [column]: deep })
        .where('id', '=', id)
        .execute()
      return faultIn(trx, plan)
    })
  for (const column of ['height', 'conflict_height'] as const) {
    expect(await faultWith(column, 99)).toEqual(beside(txid))
    expect(await faultWith(column, 100)).toBeNull()
  }
})

test('a payment that the operator has given up is made again by another order', async () => {
  const { id, txid, ids } = await paidWithDeposit()
  const faults = await inVain(async (trx) => {
    const [again, sameOrder] = [
      await otherOrder(trx, id, unknown),
      await planLike(trx, id, unknown),
    ]
    const before = await faultIn(trx, again)
    const written = { by: 'operator', reason: 'its deposit vanished' }
    const row = { ...written, txid: Buffer.from(txid, 'hex'), payroll_id: ids.payrollId }
    await trx.insertInto('given_up').values(row).execute()
    return { before, after: await faultIn(trx, again), sameOrder: await faultIn(trx, sameOrder) }
  })
  expect(faults).toEqual({ before: beside(txid), after: null, sameOrder: beside(txid) })
})

test('an untracked spend that pays somebody is compared by its bytes', async () => {
  const { id, txid } = await paidWithDeposit()
  const fault = await inVain(async (trx) => {
    const { raw } = await trx
      .selectFrom('transactions')
      .select('raw')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const plan = await otherRun(trx, id, unknown)
    // The signer of a restored database does not remember the transaction.
    await sql`DELETE FROM signer.signature_inputs WHERE transaction_id = ${id}`.execute(trx)
    await sql`DELETE FROM signer.signatures WHERE transaction_id = ${id}`.execute(trx)
    const spent = walkTransaction(raw ?? Buffer.alloc(0)).inputs[0]
    const inputs = plan.inputs.map((input) => ({
      ...input,
      txid: Buffer.from(spent?.previousTxid ?? [])
        .reverse()
        .toString('hex'),
      vout: spent?.vout ?? 0,
    }))
    return {
      elsewhere: await faultIn(trx, plan),
      head: await faultIn(trx, await otherRun(trx, id, txid)),
      conflict: await faultIn(trx, { ...plan, inputs }),
      ofAnotherPayroll: await faultIn(trx, { ...plan, payrollId: randomUUID() }),
    }
  })
  expect(fault).toEqual({
    elsewhere: beside(txid),
    head: null,
    conflict: null,
    ofAnotherPayroll: null,
  })
})
