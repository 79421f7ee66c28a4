import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readTip } from '#server/features/chain/index.ts'
import { engineForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { breachesAtRest } from '#server/testing/money-at-rest.ts'
import { aPaidPayroll, paidAtUsdCents as rate, stateIs } from '#server/testing/paid-payroll.ts'
import type { BreachKind } from './breach-texts.ts'
import { type Breach, breachText, checkInvariants } from './index.ts'
import { checkLinesPaidTwice } from './paid-twice.ts'
import { checkRows } from './row-checks.ts'
import {
  acceptBreaches,
  paymentsAreStopped,
  readStandingBreaches,
  storeBreaches,
} from './standing-breaches.ts'
import { watchOnce } from './watch-money.ts'

const engine = await engineForFile({ ownNode: true })
await engine.until('the node is followed', () =>
  engine.db.selectFrom('node_status').selectAll().executeTakeFirst(),
)
/** Two payrolls: one with a payment in a block, one with a payment in the mempool. */
const paid = await aPaidPayroll(engine)
await engine.play.mine(1)
await stateIs(engine, paid.transactionId, 'confirmed')
const sent = await aPaidPayroll(engine)

const look = (node: 'scan' | 'utxos') =>
  checkInvariants(engine.db, engine.chain, {
    history: 'all',
    node,
    macKey: engine.macKey,
    secondLookAfterMs: 0,
  })

const event = '0199aaaa-0000-7000-8000-000000000000'
const withoutCounterpart = sql`
  INSERT INTO ledger_entries (event_id, company_id, payroll_id, transaction_id, kind, account, amount_sats)
  VALUES (${event}, ${paid.companyId}, ${paid.payrollId}, ${paid.transactionId}, 'correction',
    'outside', -5)`
const withoutEntries = sql`DELETE FROM ledger_entries WHERE event_id = ${event}`

test('a company that pays and waits has nothing amiss', async () => {
  expect(await breachesAtRest(engine.db, engine.chain)).toEqual([])
  for (const node of ['scan', 'utxos'] as const) {
    expect(await look(node)).toEqual({ breaches: [], notAtNode: null })
  }
})

const spendsInputOf = (spender: string, of: string) => sql`
  INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
  SELECT ${spender}, 100, txid, vout FROM transaction_inputs WHERE transaction_id = ${of}`
const withoutInput = (spender: string) => sql`
  DELETE FROM transaction_inputs WHERE transaction_id = ${spender} AND position = 100`

const paysLinesOf = (spender: string, of: string) => sql`
  INSERT INTO transaction_outputs (transaction_id, vout, line_id, script_pubkey, sats)
  SELECT ${spender}, 100, line_id, script_pubkey, sats FROM transaction_outputs
  WHERE transaction_id = ${of} AND line_id IS NOT NULL LIMIT 1`

test('I4: two that pay one line conflict, or one can never confirm → no breach', async () => {
  const trx = await engine.owner.startTransaction().execute()
  const isFound = async () => (await checkLinesPaidTwice(trx, 'all')).length > 0
  const unless = async (change: RawBuilder<unknown>, mend: RawBuilder<unknown>) => {
    await change.execute(trx)
    const found = await isFound()
    await mend.execute(trx)
    expect(await isFound()).toBe(true)
    return found
  }
  const ofSent = sql`WHERE id = ${sent.transactionId}`
  const [one, other] = [sent.transactionId, paid.transactionId]
  const lost = (height: RawBuilder<unknown>) =>
    sql`UPDATE transactions SET in_mempool = false, conflict_height = ${height} ${ofSent}`
  const asBefore = sql`UPDATE transactions SET in_mempool = true, conflict_height = NULL ${ofSent}`
  const tip = sql`(SELECT max(height) FROM blocks)`
  try {
    await paysLinesOf(one, other).execute(trx)
    expect(await isFound()).toBe(true)
    expect(await unless(spendsInputOf(one, other), withoutInput(one))).toBe(false)
    const descends = sql`INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
      SELECT ${one}, 100, txid, 0 FROM transactions WHERE id = ${other}`
    expect(await unless(descends, withoutInput(one)), 'a descendant').toBe(true)
    expect(await unless(lost(sql`${tip} - 98`), asBefore), 'not buried yet').toBe(true)
    expect(await unless(lost(sql`${tip} - 99`), asBefore), 'buried').toBe(false)
    const givenUp = sql`INSERT INTO given_up (txid, payroll_id, by, reason)
      SELECT txid, payroll_id, 'the operator', 'for this test' FROM transactions ${ofSent}`
    expect(await unless(givenUp, sql`DELETE FROM given_up`), 'given up').toBe(false)
  } finally {
    await trx.rollback().execute()
  }
})

test('I7: a UTXO in two live transactions is a breach, unless one excludes the other', async () => {
  const trx = await engine.owner.startTransaction().execute()
  const about7 = async () =>
    (await checkRows(trx, 'all')).filter(({ invariant }) => invariant === 'I7')
  try {
    const { id } = await trx
      .insertInto('transactions')
      .values({
        company_id: sent.companyId,
        payroll_id: sent.payrollId,
        type: 'cancel',
        waiting_for: 'node',
        usd_cents: 1n,
        sats: 1n,
        rate_usd_cents_per_btc: 1n,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await spendsInputOf(id, sent.transactionId).execute(trx)
    expect(await about7()).toMatchObject([
      { kind: 'UTXO_IN_TWO_LIVE', fields: { one: sent.transactionId, other: id } },
    ])
    await trx
      .updateTable('transactions')
      .set({ was_mined: true })
      .where('id', '=', sent.transactionId)
      .execute()
    expect(await about7()).toEqual([])
  } finally {
    await trx.rollback().execute()
  }
})

test('the text of a breach names its row and its fields', () => {
  const fields = { one: 'a', other: 'b' }
  expect(breachText({ kind: 'UTXO_IN_TWO_LIVE', id: 'ab:0', fields })).toBe(
    'utxo ab:0: both a and b spend it',
  )
})

test('a breach stops payments until it is mended, or the operator accepts it', async () => {
  const parts = { db: engine.worker, chain: engine.chain, macKey: engine.macKey, log: engine.log }
  const next = () => engine.run(paid, paid.paymentId)
  await engine.price(rate)
  await withoutCounterpart.execute(engine.owner)
  await watchOnce(parts, 50)
  expect(await readStandingBreaches(engine.db)).toMatchObject([
    { invariant: 'I1', kind: 'LEDGER_UNBALANCED', id: event },
  ])
  await expect(next()).rejects.toMatchObject({ code: 'PAYMENTS_STOPPED' })

  await acceptBreaches(engine.db, (await look('scan')).breaches)
  expect(await paymentsAreStopped(engine.db, paid.payrollId)).toBe(false)
  await watchOnce(parts, 50)
  expect(await paymentsAreStopped(engine.db, paid.payrollId), 'what was accepted stays so').toBe(
    false,
  )

  await withoutEntries.execute(engine.owner)
  await watchOnce(parts, 50)
  await withoutCounterpart.execute(engine.owner)
  await watchOnce(parts, 50)
  expect(
    await paymentsAreStopped(engine.db, paid.payrollId),
    'what comes back has to be accepted again',
  ).toBe(true)

  await withoutEntries.execute(engine.owner)
  await watchOnce(parts, 50)
  expect(await readStandingBreaches(engine.db)).toEqual([])
  await engine.price(rate)
  await next()
})

test('a breach of one payroll stops that payroll, and nobody else', async () => {
  const parts = { db: engine.worker, chain: engine.chain, macKey: engine.macKey, log: engine.log }
  const other = await aPaidPayroll(engine)
  await engine.play.mine(1)
  await stateIs(engine, other.transactionId, 'confirmed')
  const raise = (sats: number) => sql`UPDATE sheets SET total_sats = total_sats + ${sats}
    WHERE id = ${paid.paymentId}`
  await raise(1).execute(engine.owner)
  await watchOnce(parts, 50)
  expect(await readStandingBreaches(engine.db)).toMatchObject([
    { invariant: 'I4', payroll_ids: [paid.payrollId] },
  ])
  expect(await paymentsAreStopped(engine.db, paid.payrollId)).toBe(true)
  await engine.price(rate)
  const next = await engine.run(other, other.paymentId)
  await engine.until('the payment of the other is sent', async () => {
    const row = await engine.db
      .selectFrom('transactions')
      .select('state')
      .where('sheet_id', '=', next)
      .executeTakeFirst()
    return row?.state === 'unconfirmed'
  })
  await raise(-1).execute(engine.owner)
  await watchOnce(parts, 50)
  expect(await paymentsAreStopped(engine.db, paid.payrollId)).toBe(false)
})

test('UTXOs and transactions name the payrolls that their breach stops', async () => {
  const txid = paid.txid?.toString('hex')
  const { vout } = await engine.db
    .selectFrom('utxos')
    .select('vout')
    .where('txid', '=', paid.txid)
    .executeTakeFirstOrThrow()
  const amiss = (invariant: Breach['invariant'], kind: BreachKind, id: string): Breach => ({
    invariant,
    kind,
    id,
    fields: {},
  })
  const breaches = [
    amiss('I3', 'SPENT_BY_FOREIGN', `${txid}:${vout}`),
    amiss('I4', 'LINES_PAID_TWICE', `${paid.transactionId}:${sent.transactionId}`),
    amiss('I2', 'BALANCE_WRONG', paid.payrollId),
    amiss('I3', 'UNTRACKED_SPEND', randomUUID()),
  ]
  await storeBreaches(engine.db, { breaches, notAtNode: null })
  const stopped = new Map(
    (await readStandingBreaches(engine.db)).map((one) => [one.id, one.payroll_ids?.toSorted()]),
  )
  const both = [paid.payrollId, sent.payrollId].sort()
  expect(breaches.map(({ id }) => stopped.get(id))).toEqual([
    [paid.payrollId],
    both,
    undefined,
    undefined,
  ])
  await storeBreaches(engine.db, { breaches: [], notAtNode: null })
})

longTest('an unsigned batch waits while a breach stands, and goes on afterwards', async () => {
  await engine.price(rate)
  const ids = await engine.company()
  const payroll = await engine.payroll(
    ids.companyId,
    Array.from({ length: 3_100 }, () => 1_000n),
  )
  await engine.play.give(payroll.script, 900_000_000n)
  await engine.play.mine(1)
  const paymentId = await engine.until('the payment is planned', async () => {
    await engine.price(rate)
    return engine.run({ ...ids, ...payroll }).catch(() => null)
  })
  const part = (position: number) => async () =>
    engine.db
      .selectFrom('transactions')
      .select(['state', 'waiting_for'])
      .where('sheet_id', '=', paymentId)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
  const isSent = (position: number) => async () => (await part(position)()).state === 'unconfirmed'
  await engine.until('the first part is sent', isSent(0))
  const breach = { invariant: 'I1', kind: 'LEDGER_UNBALANCED', id: randomUUID() }
  await engine.db.insertInto('money_breaches').values(breach).execute()
  await engine.play.mine(1)
  await engine.until('the second part is planned', async () => {
    return (await part(1)()).waiting_for === 'node'
  })
  await engine.play.mine(2)
  await engine.until('the blocks were seen', async () => {
    const [{ height }, tip] = [await engine.chain.info(), await readTip(engine.db)]
    return tip?.height === height
  })
  expect(await part(1)()).toEqual({ state: 'pendingApproval', waiting_for: 'node' })
  await watchOnce(
    { db: engine.worker, chain: engine.chain, macKey: engine.macKey, log: engine.log },
    50,
  )
  await engine.until('the second part is sent', isSent(1))
})

test('a node that does not answer proves nothing and breaks nothing', async () => {
  const away = { ...engine.rpc, rpcUrl: 'http://127.0.0.1:9' }
  engine.switchNode(away)
  const checked = await checkInvariants(engine.db, engine.chain, {
    history: 'recent',
    node: 'utxos',
    macKey: engine.macKey,
    secondLookAfterMs: 0,
  })
  engine.switchNode()
  expect(checked.breaches).toEqual([])
  expect(checked.notAtNode).toContain('ECONNREFUSED')
})
