import { findTransaction } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Blocking } from './facts/earlier-transactions.ts'
import { findUnderWay } from './facts/open-runs.ts'
import { readPayment } from './read-payment.ts'
import { findRunInPart } from './run/unpaid-lines.ts'

/** The refusal of anything that would run beside a withdrawal under way. */
export async function withdrawalInProgress(db: Db, companyId: string, transactionId: string) {
  const transaction = await findTransaction(db, companyId, transactionId)
  return new Refusal('PAYMENT_IN_PROGRESS', { data: { payment: null, transaction } })
}

/** Describes the transaction that a refused run waits for, in the form of the refusal's data. */
export async function describeBlockingTransaction(
  db: Db,
  companyId: string,
  { paymentId, transactionId }: Blocking,
): Promise<Record<string, unknown>> {
  if (paymentId) return { payment: await readPayment(db, companyId, paymentId) }
  return { payment: null, transaction: await findTransaction(db, companyId, transactionId) }
}

/**
 * The payment of a payroll that blocks everything but payments: an open one, or one paid in part
 * whose unpaid lines are neither paid nor given up.
 */
export async function findBlockingPayment(
  db: Db,
  payrollId: string,
): Promise<{ id: string } | null> {
  const { open } = await findUnderWay(db, payrollId)
  return open ?? findRunInPart(db, payrollId, null)
}

/**
 * Refuses while money of a payroll moves: an open payment, one with unpaid lines, or a withdrawal.
 * Under the payroll's lock nothing else can begin until the SQL transaction ends.
 */
export async function refuseWhileMoneyMoves(
  db: Db,
  companyId: string,
  payrollId: string,
): Promise<void> {
  await refuse(db, companyId, payrollId, await findBlockingPayment(db, payrollId))
}

/**
 * Refuses while a payment or withdrawal of a payroll is open. Unpaid lines alone refuse nothing:
 * nobody pays them until a person asks.
 */
export async function refuseWhileOneIsOpen(
  db: Db,
  companyId: string,
  payrollId: string,
): Promise<void> {
  await refuse(db, companyId, payrollId, (await findUnderWay(db, payrollId)).open)
}

async function refuse(
  db: Db,
  companyId: string,
  payrollId: string,
  open: { id: string } | null,
): Promise<void> {
  if (open) {
    const payment = await readPayment(db, companyId, open.id)
    throw new Refusal('PAYMENT_IN_PROGRESS', { data: { payment } })
  }
  const { withdrawing } = await findUnderWay(db, payrollId)
  if (withdrawing) throw await withdrawalInProgress(db, companyId, withdrawing.transactionId)
}
