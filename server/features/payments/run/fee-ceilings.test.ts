import { beforeEach, expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import { approveTransaction, previewOf, run } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, type TestCompany } from '#server/testing/factories.ts'
import { feeEstimates } from '#server/testing/fee-estimates.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { breachesAtRest } from '#server/testing/money-at-rest.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'

const s = await paymentsForFile()
const fees = feeEstimates(s)
beforeEach(() => {
  for (const ceilings of [s.engine.feeCeilings, s.engine.caps.fees]) {
    Object.assign(ceilings, defaultFeeCeilings)
  }
})

/**
 * The highest share and dollars that a setting takes: a fee of 12 USD for 100 needs no code then.
 */
const raised = { percent: 50, usdCents: 100_000n }

async function isRefusedBySigner(ours: TestCompany, id: string, code: SignerFaultCode) {
  const { failure, txid } = await s.transactionIs(ours, id, 'failed')
  expect({ failure, txid }).toEqual({ failure: 'SIGNER_REFUSED', txid: null })
  expect(await readSignerFault(s.engine.db, id)).toMatchObject({ code })
  expect(s.engine.alarms.splice(0)).toContain('the signer refuses a plan')
}

test('an api with a higher ceiling than the signer → nothing above the signer’s', async () => {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(100_000n)
  Object.assign(s.engine.feeCeilings, raised)
  expect(await previewOf(ours, payrollId)).toMatchObject({ needsCode: false, problems: [] })
  const { transactions } = await run(ours, payrollId)
  await isRefusedBySigner(ours, transactions[0]?._id ?? '', 'FEE_ABOVE_CEILING')
})

test('a code or a small share raises no limit of the signer on size and fee rate', async () => {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(100_000n)
  for (const [limit, fault] of [
    [{ sats: 10_000n }, 'FEE_ABOVE_CEILING'],
    [{ feeRateSatsPerKvb: 70_000n }, 'FEE_RATE_ABOVE_CEILING'],
  ] as const) {
    Object.assign(s.engine.caps.fees, defaultFeeCeilings, limit)
    const id = (await run(ours, payrollId)).transactions[0]?._id ?? ''
    expectAccepted(decidedAnswer, await approveTransaction(ours, id, await s.codeOf(ours)))
    await isRefusedBySigner(ours, id, fault)
    await s.spendable(payrollId, 20_000_000n)
  }
})

test('a withdrawal of everything stays within the signer’s own percentage', async () => {
  const ours = await s.company()
  const { payrollId } = await s.funded(ours, [], 40_000n)
  await fees.estimates(100_000n)
  s.engine.caps.fees.withdrawAllPercent = 20
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  const answer = await ours.call('POST', path, { address: anAddress() })
  const { _id } = expectAccepted(withdrawalAnswer, answer).transaction
  expectAccepted(decidedAnswer, await approveTransaction(ours, _id, await s.codeOf(ours)))
  await isRefusedBySigner(ours, _id, 'FEE_ABOVE_CEILING')
})

test('ceilings that are lowered after a dear payment make no breach of it', async () => {
  const { ours, payrollId } = await fees.aPayroll(10_000n)
  await fees.estimates(100_000n)
  for (const ceilings of [s.engine.feeCeilings, s.engine.caps.fees]) Object.assign(ceilings, raised)
  const { _id, transactions } = await run(ours, payrollId)
  const sent = await s.transactionIs(ours, transactions[0]?._id ?? '', 'unconfirmed')
  expect(sent.networkFee?.usd).toBeGreaterThan(5)
  for (const ceilings of [s.engine.feeCeilings, s.engine.caps.fees]) {
    Object.assign(ceilings, defaultFeeCeilings)
  }
  expect(await breachesAtRest(s.engine.db, s.engine.chain)).toEqual([])
  await s.engine.play.mine(1)
  await s.paymentIs(ours, _id, 'confirmed')
})
