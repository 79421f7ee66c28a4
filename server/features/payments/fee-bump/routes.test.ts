import { expect, test } from 'vitest'
import { bumpOffer, cancelOffer, transactionAnswer } from '#contract/fee-bumps.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { parseBtc } from '#domain/money.ts'
import { faucetAddress } from '#server/adapters/bitcoind/faucet-utxos.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { expectAccepted, expectRefusal, faultsOf } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { stepUp } from '#server/testing/step-up.ts'

const s = await paymentsForFile()
const steps = bumpSteps(s)
const ours = await s.company({ overUsd: null, changedAddresses: false })

const sats = (btc: string | undefined) => parseBtc(btc ?? '') ?? 0n

/** A run of one transaction that waits in the mempool. */
async function anUnconfirmedRun(
  salaries = [50_000n],
  funds = 3_000_000n,
  addresses: string[] = [],
) {
  const payroll = await s.funded(ours, salaries, funds, addresses)
  const path = `/companies/payrolls/${payroll.payrollId}/run-payment`
  const { payment } = expectAccepted(paymentAnswer, await ours.call('POST', path))
  const [transaction] = payment.transactions
  if (!transaction?.txid) throw new Error('a run that was sent has a txid')
  expect(transaction.state).toBe('unconfirmed')
  return { ...payroll, payment, transaction, id: transaction._id, txid: transaction.txid }
}

/** A run of which 25 people have spent their salaries, so that only a replacement can bump it. */
async function aRunThatTakesNoChild() {
  const salaries = Array.from({ length: 27 }, () => 50_000n)
  const run = await anUnconfirmedRun(
    salaries,
    20_000_000n,
    salaries.map(() => faucetAddress),
  )
  await steps.fillDescendants(run.txid)
  return run
}

const bump = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  ours.call('POST', `/transactions/${id}/bump`, body, { headers })
const cancel = (id: string, headers: Record<string, string> = {}) =>
  ours.call('POST', `/transactions/${id}/cancel`, undefined, { headers })
const costOf = (id: string) => ours.call('GET', `/transactions/${id}/cancel`)
const offerOf = (id: string) => ours.call('GET', `/transactions/${id}/bump`)
const mempool = () => s.engine.chain.mempoolTxids()
/** Mines the mempool of this moment. */
const mine = () => s.engine.play.mine(1)

longTest(
  'a bump answers once its child is in the mempool, and the next block has both',
  async () => {
    const { id, txid, transaction } = await anUnconfirmedRun()
    const offer = expectAccepted(bumpOffer, await offerOf(id))
    expect(offer.method).toBe('CPFP')
    const { feeRate, cost } = offer.options.at(-1) ?? { feeRate: 0 }
    const answer = await bump(id, { feeRate })
    const inMempool = await mempool()
    const { transaction: bumped } = expectAccepted(transactionAnswer, answer)
    expect(answer.body.message).toBe('La transacción se está acelerando')
    expect(bumped).toMatchObject({ _id: id, txid, state: 'unconfirmed', type: 'send' })
    expect(bumped.feeRate).toBeGreaterThanOrEqual(feeRate)
    expect(sats(bumped.networkFee?.btc)).toBe(sats(transaction.networkFee?.btc) + sats(cost?.btc))
    const [, child] = await steps.rowsOf(id)
    expect(child?.state).toBe('unconfirmed')
    expect(inMempool).toContain(child?.txid?.toString('hex'))
    await mine()
    await s.transactionIs(ours, id, 'confirmed')
    expect((await mempool()).length).toBe(0)
  },
)

test('only a replacement helps → the answer is the new version, named by the old one', async () => {
  const { id, payment, transaction } = await aRunThatTakesNoChild()
  const offer = expectAccepted(bumpOffer, await offerOf(id))
  expect(offer).toMatchObject({ method: 'RBF', evictedSpends: 25 })
  const { transaction: version } = expectAccepted(
    transactionAnswer,
    await bump(id, { feeRate: 10 }),
  )
  expect(version).toMatchObject({
    type: 'send',
    state: 'unconfirmed',
    btc: transaction.btc,
    usd: transaction.usd,
    payment: transaction.payment,
    replacedBy: null,
  })
  expect(version._id).not.toBe(id)
  expect(await mempool()).toContain(version.txid)
  const old = await s.transactionIs(ours, id, 'removed')
  expect(old.replacedBy).toEqual({ _id: version._id, txid: version.txid })
  // The id of the replaced version still names the payment.
  const again = expectAccepted(transactionAnswer, await bump(id, { feeRate: 15 }))
  expect(sats(again.transaction.networkFee?.btc)).toBeGreaterThan(sats(version.networkFee?.btc))
  await mine()
  await s.transactionIs(ours, again.transaction._id, 'confirmed')
  const shown = await ours.call('GET', `/companies/payments/${payment._id}`)
  expect(expectAccepted(paymentAnswer, shown).payment).toMatchObject({
    state: 'confirmed',
    paidLines: 27,
  })
})

test('cancelling costs the offered fee, and answers the cancellation in the mempool', async () => {
  const { id, payrollId, payment, transaction: sent } = await anUnconfirmedRun()
  const { cost } = expectAccepted(cancelOffer, await costOf(id))
  expect(await steps.rowsOf(id)).toHaveLength(1)
  const answer = await cancel(id)
  const { transaction } = expectAccepted(transactionAnswer, answer)
  const paid = (one: typeof sent) => sats(one.networkFee?.btc)
  expect(paid(transaction)).toBe(paid(sent) + sats(cost.btc))
  expect(sats(cost.btc)).toBeGreaterThan(0n)
  expect(cost.usd).toBeGreaterThan(0)
  expect(answer.body.message).toBe('El pago se está cancelando')
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  expect(transaction.payment?._id).toBe(payment._id)
  expect(await mempool()).toEqual([transaction.txid])
  expectRefusal(await cancel(id), 409, 'NOT_CANCELLABLE')
  expectRefusal(await costOf(id), 409, 'NOT_CANCELLABLE')
  await mine()
  await s.transactionIs(ours, transaction._id, 'confirmed')
  const left = 3_000_000n - sats(transaction.networkFee?.btc)
  await s.spendable(payrollId, left)
  expectRefusal(await bump(id), 409, 'NOT_UNCONFIRMED')
  expectRefusal(await offerOf(id), 409, 'NOT_UNCONFIRMED')
})

test('a run that was never signed ends without a replacement, and the answer is itself', async () => {
  const strict = await s.company({ overUsd: 0, changedAddresses: false })
  const { payrollId } = await s.funded(strict, [50_000n], 3_000_000n)
  const path = `/companies/payrolls/${payrollId}/run-payment`
  const { payment } = expectAccepted(paymentAnswer, await strict.call('POST', path))
  const id = payment.transactions[0]?._id ?? ''
  expectRefusal(await strict.call('POST', `/transactions/${id}/bump`), 409, 'NOT_UNCONFIRMED')
  const { transaction } = expectAccepted(
    transactionAnswer,
    await strict.call('POST', `/transactions/${id}/cancel`),
  )
  expect(transaction).toMatchObject({ _id: id, type: 'send', state: 'rejected' })
  await s.spendable(payrollId, 3_000_000n)
})

longTest(
  'a request repeated under its key bumps or cancels once, with the same answer',
  async () => {
    const { id } = await anUnconfirmedRun()
    for (const [press, count] of [
      [(key: string) => bump(id, { feeRate: 8 }, { 'idempotency-key': key }), 2],
      [(key: string) => cancel(id, { 'idempotency-key': key }), 3],
    ] as const) {
      const first = await press('Pay-day')
      expectAccepted(transactionAnswer, first)
      const again = await Promise.all([press('Pay-day'), press('Pay-day')])
      for (const answer of again) {
        expect(answer.headers['idempotent-replayed']).toBe('true')
        expect([answer.status, answer.body]).toEqual([200, first.body])
      }
      expect(await steps.rowsOf(id)).toHaveLength(count)
    }
    const other = await bump(id, { feeRate: 9 }, { 'idempotency-key': 'Pay-day' })
    expectRefusal(other, 409, 'IDEMPOTENCY_KEY_REUSED')
    await mine()
  },
)

longTest('of presses at once, under one key or under none, one bumps', async () => {
  for (const key of ['at once', null]) {
    const { id } = await anUnconfirmedRun()
    const headers = key ? { 'idempotency-key': 'at-once' } : undefined
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => bump(id, { feeRate: 12 }, headers)),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const { status, body } of answers) {
      // A request that comes later finds the bump under way, or its fee rate paid already.
      const codes = ['REQUEST_IN_PROGRESS', 'FEE_RATE_TOO_LOW']
      if (status !== 200) expect(codes).toContain(body.code)
    }
    expect(await steps.rowsOf(id)).toHaveLength(2)
    await mine()
    await s.transactionIs(ours, id, 'confirmed')
  }
})

test('a bump above the order’s ceiling takes a code of its own, and is then sent', async () => {
  const { id } = await anUnconfirmedRun()
  // The order's ceiling for fees is what a run of $500 may cost.
  const offered = await ours.call('GET', `/transactions/${id}/bump?feeRate=200`)
  expect(expectAccepted(bumpOffer, offered)).toMatchObject({
    evictedSpends: 0,
    needsKey: false,
    options: [{ needsCode: false }, { needsCode: false }],
    asked: { needsCode: true },
  })
  expectRefusal(await bump(id, { feeRate: 200 }), 401, 'CODE_REQUIRED')
  const another = await stepUp(ours, 'CANCEL')
  expectRefusal(await bump(id, { feeRate: 200, code: another.code }), 401, 'WRONG_CODE')
  const { code } = await stepUp(ours, 'FEE')
  const sent = await bump(id, { feeRate: 200, code })
  expect(expectAccepted(transactionAnswer, sent).transaction.feeRate).toBe(200)
  await mine()
  await s.transactionIs(ours, id, 'confirmed')
})

test('what cannot be is refused by its name, and nothing is planned', async () => {
  const { id } = await anUnconfirmedRun()
  for (const feeRate of [0, -1, 'quick', 1e7]) {
    expect(await bump(id, { feeRate }).then(faultsOf)).toEqual({ feeRate: 'Formato inválido' })
  }
  const low = expectRefusal(await bump(id, { feeRate: 2 }), 409, 'FEE_RATE_TOO_LOW')
  expect(low.data).toEqual({ least: 3 })
  expect(low.message).toBe('La comisión debe ser de al menos 3 sat/vB. No se ha cambiado nada.')
  expectRefusal(await bump(id, { feeRate: 301 }), 409, 'FEE_TOO_HIGH')
  for (const unknown of ['none', '01890000-0000-7000-8000-000000000000']) {
    expectRefusal(await offerOf(unknown), 404, 'NOT_FOUND')
    expectRefusal(await bump(unknown), 404, 'NOT_FOUND')
    expectRefusal(await cancel(unknown), 404, 'NOT_FOUND')
  }
  const others = await s.company({ overUsd: null, changedAddresses: false })
  for (const [method, what] of [
    ['GET', 'bump'],
    ['POST', 'bump'],
    ['GET', 'cancel'],
    ['POST', 'cancel'],
  ] as const) {
    const answer = await others.call(method, `/transactions/${id}/${what}`)
    expectRefusal(answer, 404, 'NOT_FOUND')
  }
  expect(await steps.rowsOf(id)).toHaveLength(1)

  const { payrollId } = await s.funded(ours, [], 100_000n)
  const { id: deposit } = await s.engine.db
    .selectFrom('transactions')
    .select('id')
    .where('payroll_id', '=', payrollId)
    .executeTakeFirstOrThrow()
  await s.transactionIs(ours, id, 'confirmed')
  expectRefusal(await bump(deposit), 409, 'NOT_UNCONFIRMED')
  expectRefusal(await cancel(deposit), 409, 'NOT_CANCELLABLE')
  expectRefusal(await bump(id), 409, 'NOT_UNCONFIRMED')
  expectRefusal(await cancel(id), 409, 'NOT_CANCELLABLE')
})

test('no funds for a higher fee → the shortfall is named, and cancelling needs none', async () => {
  const { id } = await anUnconfirmedRun([50_000n], 549_451n + 282n + 3_000n)
  const { data } = expectRefusal(await bump(id, { feeRate: 20 }), 409, 'INSUFFICIENT_FUNDS')
  expect(data).toMatchObject({ missing: { btc: expect.stringMatching(/^0\.0000\d{4}$/) } })
  const { transaction } = expectAccepted(transactionAnswer, await cancel(id))
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  // A cancellation that is stuck is bumped like any payment.
  const { transaction: bumped } = expectAccepted(
    transactionAnswer,
    await bump(transaction._id, { feeRate: 9 }),
  )
  expect(bumped).toMatchObject({ _id: transaction._id, type: 'cancel', state: 'unconfirmed' })
  expect(bumped.feeRate).toBeGreaterThanOrEqual(9)
  await mine()
  await s.transactionIs(ours, transaction._id, 'confirmed')
})

test('a node that is not known to be well, or stopped payments → no bump or cancel', async () => {
  const { id } = await anUnconfirmedRun()
  s.wait(61_000)
  expectRefusal(await offerOf(id), 503, 'NODE_UNAVAILABLE')
  expectRefusal(await bump(id), 503, 'NODE_UNAVAILABLE')
  expectRefusal(await cancel(id), 503, 'NODE_UNAVAILABLE')
  s.wait(-61_000)
  const breach = { invariant: 'I1', kind: 'LEDGER_UNBALANCED', id: 'bitcoin' }
  const { owner } = s.engine
  await owner.insertInto('money_breaches').values(breach).execute()
  expectRefusal(await bump(id), 503, 'PAYMENTS_STOPPED')
  expectRefusal(await cancel(id), 503, 'PAYMENTS_STOPPED')
  await owner.deleteFrom('money_breaches').where('id', '=', breach.id).execute()
  expect(await steps.rowsOf(id)).toHaveLength(1)
  await mine()
  await s.transactionIs(ours, id, 'confirmed')
})
