import { findTransaction } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openPayment, withdrawalUnderWay } from './facts.ts'
import { readPayment } from './store.ts'

/** The refusal of what would join a withdrawal that is under way. */
export async function withdrawalInProgress(db: Db, companyId: string, transactionId: string) {
  const transaction = await findTransaction(db, companyId, transactionId)
  return new Refusal('PAYMENT_IN_PROGRESS', { data: { payment: null, transaction } })
}

/**
 * Refuses while money of a payroll is on its way: a payment, the unpaid rest of one, a withdrawal.
 * Under the payroll's lock nothing else can begin until the end of the transaction.
 */
export async function refuseWhileMoneyMoves(
  db: Db,
  companyId: string,
  payrollId: string,
): Promise<void> {
  const open = await openPayment(db, payrollId)
  if (open) {
    const payment = await readPayment(db, companyId, open.id)
    throw new Refusal('PAYMENT_IN_PROGRESS', { data: { payment } })
  }
  const withdrawal = await withdrawalUnderWay(db, payrollId)
  if (withdrawal) throw await withdrawalInProgress(db, companyId, withdrawal.transactionId)
}
