import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { cancelOffer, transactionAnswer } from '#contract/fee-bumps.ts'
import type { Payment } from '#contract/payments.ts'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import { parseBtc } from '#domain/money.ts'
import {
  approveTransaction,
  pressRunPayment,
  previewOf,
  run,
} from '#server/testing/approval-steps.ts'
import {
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { feeEstimates } from '#server/testing/fee-estimates.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { stepUp } from '#server/testing/step-up.ts'

const s = await paymentsForFile()
const fees = feeEstimates(s)
afterEach(() => {
  Object.assign(s.engine.feeCeilings, defaultFeeCeilings)
})

/** A run that was sent before fees rose, and its only transaction. */
async function sentBefore(rise: bigint) {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(2_000n)
  const payment = await run(ours, payrollId)
  await fees.estimates(rise)
  return { ours, payrollId, payment, id: payment.transactions[0]?._id ?? '' }
}
async function mined(ours: TestCompany, { _id }: Payment) {
  await s.engine.play.mine(1)
  await s.paymentIs(ours, _id, 'confirmed')
}
const sats = (btc: string) => parseBtc(btc) ?? 0n

test('with low fees there is no target to choose, and no code is asked for', async () => {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(2_000n, 1_000n)
  expect(await previewOf(ours, payrollId)).toMatchObject({
    targets: [],
    needsCode: false,
    reasons: [],
  })
})

longTest('while fees are dear a run for 144 blocks goes out without a code', async () => {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(100_000n, 2_000n)
  const preview = await previewOf(ours, payrollId)
  expect(preview).toMatchObject({ needsCode: true, reasons: [{ code: 'FEE', people: 1 }] })
  expect(preview.problems).toEqual([])
  expect(
    preview.targets.map(({ blocks, feeRate, needsCode }) => [blocks, feeRate, needsCode]),
  ).toEqual([
    [3, 100, true],
    [6, 100, true],
    [36, 2, false],
    [144, 2, false],
  ])
  const slow = await previewOf(ours, payrollId, '?targetBlocks=144')
  expect(slow).toMatchObject({ needsCode: false, feeRate: 2, previewHash: preview.previewHash })
  expect(slow.targets).toEqual(preview.targets)
  const payment = await run(ours, payrollId, { targetBlocks: 144 })
  expect(payment).toMatchObject({ state: 'unconfirmed', networkFee: slow.networkFee })
  await mined(ours, payment)
})

test('a code releases a fee above 5 % of the salaries, and none above 0.3 BTC', async () => {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(100_000n)
  // The fee is 0.000141 BTC: a limit that even a small payroll exceeds gives the same refusal.
  s.engine.feeCeilings.sats = 14_000n
  const { problems, targets } = await previewOf(ours, payrollId)
  expect(problems.map(({ code }) => code)).toEqual(['FEE_TOO_HIGH'])
  expect(targets).toEqual([])
  expectRefusal(await pressRunPayment(ours, payrollId), 409, 'FEE_TOO_HIGH')
  s.engine.feeCeilings.sats = defaultFeeCeilings.sats
  const payment = await run(ours, payrollId)
  const [transaction] = payment.transactions
  expect(transaction).toMatchObject({ state: 'pendingApproval', waitingFor: 'approval' })
  const id = transaction?._id ?? ''
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, await s.codeOf(ours)))
  const { networkFee } = await s.transactionIs(ours, id, 'unconfirmed')
  expect(networkFee?.usd).toBeGreaterThan(5)
  await mined(ours, payment)
})

longTest('a fee rate above 300 sat/vB is refused for that target alone', async () => {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(300_001n, 2_000n)
  const { targets, problems } = await previewOf(ours, payrollId)
  expect(problems.map(({ code }) => code)).toEqual(['FEE_TOO_HIGH'])
  expect(targets.map(({ blocks }) => blocks)).toEqual([36, 144])
  expectRefusal(await pressRunPayment(ours, payrollId), 409, 'FEE_TOO_HIGH')
  for (const targetBlocks of [4, '3', 0, 145]) {
    const faults = faultsOf(await pressRunPayment(ours, payrollId, { targetBlocks }))
    expect(Object.keys(faults)).toEqual(['targetBlocks'])
  }
  const payment = await run(ours, payrollId, { targetBlocks: 36 })
  expect(payment.state).toBe('unconfirmed')
  await mined(ours, payment)
})

test('a cancellation above the ceiling of its order takes a code, and is then sent', async () => {
  const { ours, payment, id } = await sentBefore(250_000n)
  const path = `/transactions/${id}/cancel`
  const { needsCode, cost } = expectAccepted(cancelOffer, await ours.call('GET', path))
  expect(needsCode).toBe(true)
  expectRefusal(await ours.call('POST', path), 401, 'CODE_REQUIRED')
  expectRefusal(await ours.call('POST', path, { code: '000000' }), 401, 'WRONG_CODE')
  const { code } = await stepUp(ours, 'CANCEL')
  const { transaction } = expectAccepted(transactionAnswer, await ours.call('POST', path, { code }))
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  const fee = sats(transaction.networkFee?.btc ?? '')
  expect(fee - sats(payment.networkFee.btc)).toBe(sats(cost.btc))
  await s.engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
})

longTest('a confirmed fee that was raised in the database is not signed', async () => {
  const { ours, payment, id } = await sentBefore(250_000n)
  // A trigger lowers the fee that the program confirmed.
  await sql`
    CREATE FUNCTION lower_fee() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.fee_sats := NEW.fee_sats - 1; RETURN NEW; END $$;
    CREATE TRIGGER lower_fee BEFORE INSERT ON fee_confirmations FOR EACH ROW
      EXECUTE FUNCTION lower_fee()`.execute(s.engine.owner)
  const { code } = await stepUp(ours, 'CANCEL')
  const answer = await ours.call('POST', `/transactions/${id}/cancel`, { code })
  await sql`DROP FUNCTION lower_fee CASCADE`.execute(s.engine.owner)
  expectRefusal(answer, 409, 'NOT_CANCELLABLE')
  await mined(ours, payment)
})

test('with fee rates above 300 sat/vB a run is cancelled at what the node relays', async () => {
  const { ours, id } = await sentBefore(400_000n)
  const { transaction } = expectAccepted(
    transactionAnswer,
    await ours.call('POST', `/transactions/${id}/cancel`),
  )
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  await s.engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
})
