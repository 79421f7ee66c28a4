import { useQuery } from '@tanstack/react-query'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { recentPaydayMs } from '#domain/occurrence-state.ts'
import { isRead } from '#web/lib/is-read.ts'
import { wasCelebrated } from '#web/shared/payday/celebrated.ts'
import { paymentQuery } from '#web/shared/payments/payment.ts'
import { useNewestPaid } from './api.ts'

/** A confirmed run of a payroll, and when it was confirmed. */
export interface RecentPayday {
  payment: string
  at: string
}

function paydayOf(transaction: Transaction | null | undefined): RecentPayday | null {
  if (transaction?.type !== 'send' || transaction.state !== 'confirmed') return null
  const { payment, confirmedAt: at } = transaction
  return payment && at !== null ? { payment: payment._id, at } : null
}

/** The status says nothing of a run any more, but of the money for the next one or of a withdrawal. */
const isPast = ({ code, payment }: Payroll['status']) => payment === null && code !== 'paid'

/**
 * The payday of the last days that this browser has not celebrated. Where the status speaks of the next
 * one already, the newest confirmed payment says it.
 */
export function useRecentPayday(payroll: Payroll | undefined): {
  payday: RecentPayday | null
  isKnown: boolean
} {
  const { status, lastTransaction = null } = payroll ?? {}
  const past = status !== undefined && isPast(status)
  const ofLast = past ? paydayOf(lastTransaction) : null
  const asks = past && lastTransaction !== null && ofLast === null
  const newest = useNewestPaid(payroll?._id ?? '', asks)
  const found = past ? (ofLast ?? paydayOf(newest.data)) : paydayOfStatus(status)
  const isFresh =
    found !== null &&
    Date.now() - Date.parse(found.at) < recentPaydayMs &&
    !wasCelebrated(found.payment)
  const run = useQuery({ ...paymentQuery(found?.payment ?? ''), enabled: past && isFresh })
  const isOver = run.data?.state === 'confirmed' && !run.data.specialRun
  return {
    payday: isFresh && (!past || isOver) ? found : null,
    isKnown: (!asks || isRead(newest)) && (!past || !isFresh || isRead(run)),
  }
}

function paydayOfStatus(status: Payroll['status'] | undefined): RecentPayday | null {
  if (status?.code !== 'paid' || status.payment === null || status.at === null) return null
  // The list has yet to go to the bank.
  if (status.paid === 0) return null
  return { payment: status.payment, at: status.at }
}
