import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { cancelOffer, transactionAnswer } from '#contract/bump.ts'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { parseBtc } from '#domain/money.ts'
import { approve } from '#server/testing/approval-steps.ts'
import { accepted, faultsOf, refused, type TestCompany } from '#server/testing/factories.ts'
import { type PayingCompany, payingCompany } from '#server/testing/paying-company.ts'
import { stepUp } from '#server/testing/step-up.ts'

let s: PayingCompany
/** The node's estimates, sat/kvB, by target. */
let market: Record<number, bigint> = {}
beforeAll(async () => {
  s = await payingCompany()
  s.engine.chain.estimatedFeeRate = async (blocks) => market[blocks] ?? 2_000n
}, 60_000)
afterAll(() => s.stop())

/** Until the worker has stored these estimates for 3 and for 144 blocks. */
async function estimates(three: bigint, day: bigint) {
  market = { 1: three, 3: three, 6: three, 36: day, 144: day }
  await s.engine.until('the market is seen', async () => {
    const node = await s.engine.db.selectFrom('node_status').selectAll().executeTakeFirst()
    return (
      node?.fee_rate_sats_per_kvb === three && node.fee_rate_144_blocks_sats_per_kvb === day && node
    )
  })
}

const noRules = { overUsd: null, changedAddresses: false }

async function aPayroll(usdCents: bigint) {
  const ours = await s.company(noRules)
  return { ours, ...(await s.funded(ours, [usdCents], 20_000_000n)) }
}
const press = (ours: TestCompany, payrollId: string, body: object = {}) =>
  ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`, body)
const shown = async (ours: TestCompany, payrollId: string, query = '') => {
  const path = `/companies/payrolls/${payrollId}/payment-preview${query}`
  return accepted(paymentPreview, await ours.call('GET', path))
}
const sats = (btc: string) => parseBtc(btc) ?? 0n

test('with low fees there is no target to choose, and no code is asked for', async () => {
  const { ours, payrollId } = await aPayroll(10_000n)
  await estimates(2_000n, 1_000n)
  expect(await shown(ours, payrollId)).toMatchObject({ targets: [], needsCode: false, reasons: [] })
}, 60_000)

test('while fees are dear a run for 144 blocks goes out without a code', async () => {
  const { ours, payrollId } = await aPayroll(10_000n)
  await estimates(100_000n, 2_000n)
  const preview = await shown(ours, payrollId)
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
  const slow = await shown(ours, payrollId, '?targetBlocks=144')
  expect(slow).toMatchObject({ needsCode: false, feeRate: 2, previewHash: preview.previewHash })
  expect(slow.targets).toEqual(preview.targets)
  const answer = await press(ours, payrollId, { targetBlocks: 144 })
  const { payment } = accepted(paymentAnswer, answer)
  expect(payment).toMatchObject({ state: 'unconfirmed', networkFee: slow.networkFee })
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
}, 60_000)

test('a code releases a fee above 5 % of the salaries, and none above 0.3 BTC', async () => {
  const { ours, payrollId } = await aPayroll(10_000n)
  await estimates(100_000n, 100_000n)
  const { payment } = accepted(paymentAnswer, await press(ours, payrollId))
  const [transaction] = payment.transactions
  expect(transaction).toMatchObject({ state: 'pendingApproval', waitingFor: 'approval' })
  const id = transaction?._id ?? ''
  accepted(decidedAnswer, await approve(ours, id, await s.codeOf(ours)))
  const { networkFee } = await s.transactionIs(ours, id, 'unconfirmed')
  expect(networkFee?.usd).toBeGreaterThan(5)
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
}, 60_000)

test('a market above 300 sat/vB is refused for that target alone', async () => {
  const { ours, payrollId } = await aPayroll(10_000n)
  await estimates(300_001n, 2_000n)
  const { targets, problems } = await shown(ours, payrollId)
  expect(problems.map(({ code }) => code)).toEqual(['FEE_TOO_HIGH'])
  expect(targets.map(({ blocks }) => blocks)).toEqual([36, 144])
  refused(await press(ours, payrollId), 409, 'FEE_TOO_HIGH')
  for (const targetBlocks of [4, '3', 0, 145]) {
    const faults = faultsOf(await press(ours, payrollId, { targetBlocks }))
    expect(Object.keys(faults)).toEqual(['targetBlocks'])
  }
  const { payment } = accepted(paymentAnswer, await press(ours, payrollId, { targetBlocks: 36 }))
  expect(payment.state).toBe('unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
}, 60_000)

test('a cancellation above the ceiling of its order takes a code, and is then sent', async () => {
  const { ours, payrollId } = await aPayroll(10_000n)
  await estimates(2_000n, 2_000n)
  const { payment } = accepted(paymentAnswer, await press(ours, payrollId))
  const id = payment.transactions[0]?._id ?? ''
  await estimates(250_000n, 250_000n)
  const path = `/transactions/${id}/cancel`
  const { needsCode, cost } = accepted(cancelOffer, await ours.call('GET', path))
  expect(needsCode).toBe(true)
  refused(await ours.call('POST', path), 401, 'CODE_REQUIRED')
  refused(await ours.call('POST', path, { code: '000000' }), 401, 'WRONG_CODE')
  const { code } = await stepUp(ours, 'CANCEL')
  const { transaction } = accepted(transactionAnswer, await ours.call('POST', path, { code }))
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  const fee = sats(transaction.networkFee?.btc ?? '')
  expect(fee - sats(payment.networkFee.btc)).toBe(sats(cost.btc))
  await s.engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
}, 60_000)

test('a confirmed fee that was raised in the database is not signed', async () => {
  const { ours, payrollId } = await aPayroll(10_000n)
  await estimates(2_000n, 2_000n)
  const { payment } = accepted(paymentAnswer, await press(ours, payrollId))
  const id = payment.transactions[0]?._id ?? ''
  await estimates(250_000n, 250_000n)
  // As if the program had been told that a smaller fee is confirmed.
  await sql`
    CREATE FUNCTION lower_fee() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.fee_sats := NEW.fee_sats - 1; RETURN NEW; END $$;
    CREATE TRIGGER lower_fee BEFORE INSERT ON fee_confirmations FOR EACH ROW
      EXECUTE FUNCTION lower_fee()`.execute(s.engine.owner)
  const { code } = await stepUp(ours, 'CANCEL')
  const answer = await ours.call('POST', `/transactions/${id}/cancel`, { code })
  await sql`DROP FUNCTION lower_fee CASCADE`.execute(s.engine.owner)
  refused(answer, 409, 'NOT_CANCELLABLE')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
}, 60_000)

test('with a market above 300 sat/vB a run is cancelled at what the node relays', async () => {
  const { ours, payrollId } = await aPayroll(10_000n)
  await estimates(2_000n, 2_000n)
  const { payment } = accepted(paymentAnswer, await press(ours, payrollId))
  const id = payment.transactions[0]?._id ?? ''
  await estimates(400_000n, 400_000n)
  const { transaction } = accepted(
    transactionAnswer,
    await ours.call('POST', `/transactions/${id}/cancel`),
  )
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  await s.engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
}, 60_000)
