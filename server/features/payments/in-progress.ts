import { findTransaction } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readPayment } from './read-payment.ts'
import type { Blocking } from './run/earlier-transactions.ts'
import { findBlockingPayment, findOpenWithdrawal, paymentInProgress } from './run/read-facts.ts'

/** The refusal of what would join a withdrawal that is under way. */
export async function withdrawalInProgress(db: Db, companyId: string, transactionId: string) {
  const transaction = await findTransaction(db, companyId, transactionId)
  return new Refusal('PAYMENT_IN_PROGRESS', { data: { payment: null, transaction } })
}

/** The transaction that a refused run waits for, as the refusal names it. */
export async function describeBlockingTransaction(
  db: Db,
  companyId: string,
  { paymentId, transactionId }: Blocking,
): Promise<Record<string, unknown>> {
  if (paymentId) return { payment: await readPayment(db, companyId, paymentId) }
  return { payment: null, transaction: await findTransaction(db, companyId, transactionId) }
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
  await refuse(db, companyId, payrollId, await findBlockingPayment(db, payrollId))
}

/** The same, but for unpaid lines, which nobody pays until they are asked for. */
export async function refuseWhileOneIsOpen(
  db: Db,
  companyId: string,
  payrollId: string,
): Promise<void> {
  await refuse(db, companyId, payrollId, await paymentInProgress(db, payrollId))
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
  const withdrawal = await findOpenWithdrawal(db, payrollId)
  if (withdrawal) throw await withdrawalInProgress(db, companyId, withdrawal.transactionId)
}

/** An answer waits this long for the node to take what it can take now. */
const answerWithinMs = 10_000

/**
 * Looks whenever transactions have moved (with `paymentId`, those of that payment), until all is on its
 * way or the time of an answer is over.
 */
export async function whenUnderWay(
  { listener }: Pick<Deps, 'listener'>,
  isInProgress: () => Promise<boolean>,
  paymentId?: string,
): Promise<void> {
  const deadline = AbortSignal.timeout(answerWithinMs)
  for (;;) {
    const changed = listener.next('transactions', 500, deadline, paymentId)
    if (deadline.aborted || (await isInProgress())) return
    await changed
  }
}
