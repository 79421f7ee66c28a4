import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { bumpOffer, transactionAnswer } from '#contract/fee-bumps.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { walkTransaction } from '#domain/block.ts'
import { parseBtc } from '#domain/money.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const s = await paymentsForFile()
const steps = bumpSteps(s)
const ours = await s.company({ overUsd: null, changedAddresses: false })

const sats = (btc: string | undefined) => parseBtc(btc ?? '') ?? 0n
const bump = (id: string, feeRate: number) =>
  ours.call('POST', `/transactions/${id}/bump`, { feeRate })
const cancel = (id: string) => ours.call('POST', `/transactions/${id}/cancel`)

const ask = (payrollId: string, body: object) =>
  ours.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, body)

/** An approved withdrawal that waits in the mempool. */
async function withdrawn(funds: bigint, body: object = {}, address = anAddress()) {
  const payroll = await s.funded(ours, [5_000n], funds)
  const answer = await ask(payroll.payrollId, { address, ...body })
  const { _id: id } = expectAccepted(withdrawalAnswer, answer).transaction
  const code = await s.codeOf(ours)
  expectAccepted(decidedAnswer, await ours.call('POST', `/transactions/${id}/approve`, { code }))
  const transaction = await s.transactionIs(ours, id, 'unconfirmed')
  if (!transaction.txid) throw new Error('an unconfirmed transaction has a txid')
  const ids = { ...payroll, companyId: ours.companyId, userId: ours.user._id }
  return { ids, address, id, txid: transaction.txid, transaction }
}

const isOver = (payrollId: string) =>
  s.engine.until('the withdrawal is over', async () => {
    const row = await s.engine.db
      .selectFrom('withdrawals')
      .select('closed_at')
      .where('payroll_id', '=', payrollId)
      .executeTakeFirstOrThrow()
    return row.closed_at
  })

/** Waits until the worker has read the fee rate. */
async function feeRateIs(rate: bigint) {
  s.engine.chain.estimatedFeeRate = async () => rate
  await s.engine.until('the fee rate is read', async () => {
    const node = await s.engine.db.selectFrom('node_status').selectAll().executeTakeFirst()
    return node?.fee_rate_sats_per_kvb === rate
  })
}

/** The outputs of the newest version of a withdrawal, from its bytes. */
async function paidBy(id: string) {
  const { raw } = await s.engine.db
    .selectFrom('transactions')
    .select('raw')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!raw) throw new Error('it is not signed')
  return walkTransaction(raw).outputs
}

test('a withdrawal is bumped by its change: what arrives stays what was approved', async () => {
  const { ids, id, transaction } = await withdrawn(5_000_000n, { amount: '0.02' })
  expect(expectAccepted(bumpOffer, await ours.call('GET', `/transactions/${id}/bump`)).method).toBe(
    'CPFP',
  )
  const { transaction: bumped } = expectAccepted(transactionAnswer, await bump(id, 12))
  expect(bumped).toMatchObject({ _id: id, type: 'withdrawal', btc: transaction.btc })
  expect(bumped.feeRate).toBeGreaterThanOrEqual(12)
  await s.engine.play.mine(1)
  await s.transactionIs(ours, id, 'confirmed')
  await isOver(ids.payrollId)
  const gone = sats(bumped.btc) + sats(bumped.networkFee?.btc)
  await s.spendable(ids.payrollId, 5_000_000n - gone)
})

longTest(
  'everything is replaced: the amount pays the fee, and what came in since stays',
  async () => {
    const { ids, id, txid, address, transaction: first } = await withdrawn(300_000n)
    expect(
      expectAccepted(bumpOffer, await ours.call('GET', `/transactions/${id}/bump`)).method,
    ).toBe('RBF')
    await steps.depositBeside(ids, [txid], 100_000n)
    await s.price(9_100_000n)
    const { transaction: version } = expectAccepted(transactionAnswer, await bump(id, 10))
    const expected = { type: 'withdrawal', state: 'unconfirmed', cryptoAddress: address }
    expect(version).toMatchObject(expected)
    expect(version._id).not.toBe(id)
    const whole = sats(first.btc) + sats(first.networkFee?.btc)
    expect(sats(version.btc) + sats(version.networkFee?.btc)).toBe(whole)
    expect((await paidBy(version._id)).map((output) => output.sats)).toEqual([sats(version.btc)])
    await s.engine.play.mine(1)
    await s.transactionIs(ours, version._id, 'confirmed')
    await isOver(ids.payrollId)
    await s.spendable(ids.payrollId, 100_000n)
  },
)

longTest('everything that is cancelled can be asked for again', async () => {
  const { ids, id } = await withdrawn(300_000n)
  const { transaction: version } = expectAccepted(transactionAnswer, await bump(id, 10))
  expect(version).toMatchObject({ type: 'withdrawal', state: 'unconfirmed' })
  const { transaction: back } = expectAccepted(transactionAnswer, await cancel(id))
  expect(back).toMatchObject({ type: 'cancel', state: 'unconfirmed', payment: null })
  expectRefusal(await ask(ids.payrollId, { address: anAddress() }), 409, 'PAYMENT_IN_PROGRESS')
  await s.engine.play.mine(1)
  await s.transactionIs(ours, back._id, 'confirmed')
  await isOver(ids.payrollId)
  const left = 300_000n - sats(back.networkFee?.btc)
  await s.spendable(ids.payrollId, left)
  await s.price(9_100_000n)
  const again = await ask(ids.payrollId, { address: anAddress() })
  const { transaction } = expectAccepted(withdrawalAnswer, again)
  expect(sats(transaction.btc) + sats(transaction.networkFee?.btc)).toBe(left)
  expectAccepted(decidedAnswer, await ours.call('POST', `/transactions/${transaction._id}/reject`))
})

test('a withdrawal of everything may cost half in fees, and so may its cancellation', async () => {
  const { ids, id } = await withdrawn(20_000n)
  // The fee of 110 vB at 70 sat/vB is 7,700 sat; the ceiling for a run of that sum is $5, 5,495
  // sat.
  await feeRateIs(70_000n)
  const { transaction } = expectAccepted(transactionAnswer, await cancel(id))
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  await s.engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
  await s.spendable(ids.payrollId, 20_000n - sats(transaction.networkFee?.btc))
  expect(sats(transaction.networkFee?.btc)).toBeGreaterThan(5_495n)
  await feeRateIs(2_000n)
})

longTest(
  'a withdrawal that is mined after all is what left, whatever was to cancel it',
  async () => {
    const { ids, id, transaction } = await withdrawn(5_000_000n, { amount: '0.02' })
    const { raw } = await s.engine.db
      .selectFrom('transactions')
      .select('raw')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!raw) throw new Error('it is not signed')
    expectAccepted(transactionAnswer, await cancel(id))
    await s.mineOnly([s.sentOf(raw)])
    await s.transactionIs(ours, id, 'confirmed')
    await isOver(ids.payrollId)
    const left = 5_000_000n - sats(transaction.btc) - sats(transaction.networkFee?.btc)
    await s.spendable(ids.payrollId, left)
    expectRefusal(await cancel(id), 409, 'NOT_CANCELLABLE')
  },
)

test('an output to another payroll is a deposit there, in any version', async () => {
  const { payrollId, address } = await s.engine.payroll(ours.companyId, [])
  const { id, txid } = await withdrawn(2_000_000n, {}, address)
  const depositsAre = (...expected: [string, string][]) =>
    s.engine.until(`the deposits are ${expected.join(' and ')}`, async () => {
      const rows = await s.engine.db
        .selectFrom('transactions')
        .select(['txid', 'state'])
        .where('payroll_id', '=', payrollId)
        .where('type', '=', 'receive')
        .orderBy('id')
        .execute()
      const seen = rows.map((row) => [row.txid?.toString('hex'), row.state])
      return seen.join() === expected.join()
    })
  await depositsAre([txid, 'unconfirmed'])
  const { transaction: version } = expectAccepted(transactionAnswer, await bump(id, 10))
  await depositsAre([txid, 'removed'], [version.txid ?? '', 'unconfirmed'])
  await s.engine.play.mine(1)
  await s.transactionIs(ours, version._id, 'confirmed')
  await depositsAre([txid, 'removed'], [version.txid ?? '', 'confirmed'])
  await s.spendable(payrollId, sats(version.btc))
})
