import { sql } from 'kysely'
import { expect } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import {
  type Payment,
  type PaymentPreview,
  paymentAnswer,
  paymentPreview,
} from '#contract/payments.ts'
import { transactionDetails } from '#contract/transactions.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import { expectAccepted, type TestCompany } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'
import { readSignerFault } from './signer-fault.ts'

/** An administrator's acts on a run that may wait for an approval. */

export async function previewOf(
  ours: TestCompany,
  payrollId: string,
  query = '',
): Promise<PaymentPreview> {
  const path = `/companies/payrolls/${payrollId}/payment-preview${query}`
  return expectAccepted(paymentPreview, await ours.call('GET', path))
}

export const pressRunPayment = (ours: TestCompany, payrollId: string, body: object = {}) =>
  ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`, body)

export async function run(
  ours: TestCompany,
  payrollId: string,
  body: object = {},
): Promise<Payment> {
  return expectAccepted(paymentAnswer, await pressRunPayment(ours, payrollId, body)).payment
}
export const approveTransaction = (ours: TestCompany, id: string, code: string) =>
  ours.call('POST', `/transactions/${id}/approve`, { code })
export const rejectTransaction = (ours: TestCompany, id: string, reason?: string) =>
  ours.call('POST', `/transactions/${id}/reject`, reason === undefined ? undefined : { reason })
export const readDetails = async (ours: TestCompany, id: string) =>
  expectAccepted(transactionDetails, await ours.call('GET', `/transactions/${id}/details`)).details
export const anotherCode = (code: string) => (code === '111111' ? '222222' : '111111')

/**
 * A run that waits, with the transaction by way of which it is decided about, and the code that was
 * sent.
 */
export async function makeWaitingRun(
  s: PayingCompany,
  approval: Parameters<PayingCompany['company']>[0],
  salaries: bigint[],
  sats: bigint,
) {
  const ours = await s.company(approval)
  const payroll = await s.funded(ours, salaries, sats)
  const payment = await run(ours, payroll.payrollId)
  const [transaction] = payment.transactions
  if (!transaction) throw new Error('a run has a transaction')
  expect(transaction).toMatchObject({ state: 'pendingApproval', waitingFor: 'approval' })
  return { ours, ...payroll, payment, id: transaction._id, code: await s.codeOf(ours) }
}

/** The signer looks at an approved run and refuses it; its UTXOs are free again. */
export async function expectUnsigned(
  s: PayingCompany,
  { ours, id, payrollId }: { ours: TestCompany; id: string; payrollId: string },
  code: SignerFaultCode,
) {
  await sql`UPDATE transactions SET waiting_for = 'node' WHERE id = ${id}`.execute(s.engine.owner)
  await s.wake()
  const failed = await s.transactionIs(ours, id, 'failed')
  expect(failed).toMatchObject({ failure: 'SIGNER_REFUSED', txid: null })
  expect(await readSignerFault(s.engine.db, id)).toMatchObject({ code })
  await s.spendable(payrollId, 5_000_000n)
}

/** A withdrawal that was approved with its code, once it is in a block. */
export async function withdrawAndConfirm(
  s: PayingCompany,
  ours: TestCompany,
  payrollId: string,
  body: { address: string; amount?: string },
) {
  await s.price(9_100_000n)
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  const { _id } = expectAccepted(withdrawalAnswer, await ours.call('POST', path, body)).transaction
  expectAccepted(decidedAnswer, await approveTransaction(ours, _id, await s.codeOf(ours)))
  await s.transactionIs(ours, _id, 'unconfirmed')
  await s.engine.play.mine(1)
  return s.transactionIs(ours, _id, 'confirmed')
}
