import type { FailureCode } from '#domain/failures.ts'
import { centsFromSats } from '#domain/money.ts'
import type { RejectedBy } from '../templates/endings.ts'
import type { Content } from '../templates/index.ts'
import type { NoticeCandidate } from './candidates.ts'
import type { NoticeRun, NoticeTransaction } from './store.ts'

type Notice = { companyId: string; content: Content }

const byItself: Partial<Record<FailureCode, RejectedBy>> = {
  NOT_APPROVED_IN_TIME: 'time',
  PRICE_MOVED: 'price',
}

/** The person or rule that rejected the payment, and the reason given. */
const whyRejected = ({
  failure,
  rejection_reason: reason,
}: NoticeTransaction): { by: RejectedBy; reason: string } => ({
  by: (failure && byItself[failure]) ?? 'somebody',
  reason: (failure === 'REJECTED' && reason) || '',
})

/** Groups deposits of one payroll, and transactions of one run, into one message each. */
export function groupCandidates(
  candidates: readonly NoticeCandidate[],
): Iterable<NoticeCandidate[]> {
  return Map.groupBy(candidates, ({ kind, transaction }) => {
    const together =
      kind === 'deposit' || kind === 'depositLost'
        ? transaction.payroll_id
        : (transaction.sheet_id ?? transaction.id)
    return `${kind}:${together}`
  }).values()
}

export function noticeOf(
  group: NoticeCandidate[],
  runs: Map<string, NoticeRun>,
  revived: Set<string>,
  publicUrl: string,
): Notice {
  const [{ kind, companyId, subjectId, transaction }] = group as [NoticeCandidate]
  const run = runs.get(subjectId)
  const sum = (of: (transaction: NoticeTransaction) => bigint) =>
    group.reduce((total, each) => total + of(each.transaction), 0n)
  const url = `${publicUrl}/payrolls/details/${transaction.payroll_id}`
  const transactionUrl = `${publicUrl}/dashboard/transaction/${transaction.id}`
  const what = transaction.sheet_id ? ('payment' as const) : ('withdrawal' as const)
  const amounts = {
    payroll: transaction.payroll,
    usdCents: sum((one) => one.usd_cents),
    sats: sum((one) => one.sats),
    url,
  }
  return { companyId, content: contentOf() }

  function contentOf(): Content {
    switch (kind) {
      case 'deposit': {
        const isRevived = revived.has(transaction.payroll_id)
        const params = { ...amounts, deposits: group.length, revived: isRevived }
        return { template: 'depositArrived', params }
      }
      case 'depositLost':
        return { template: 'depositLost', params: amounts }
      case 'withdrawn': {
        const { address, confirmed_at: at } = transaction
        return { template: 'withdrawalDone', params: { ...amounts, address, at } }
      }
      case 'paid':
        return { template: 'payrollPaid', params: paidParams(needed(run), url) }
      case 'held':
        return { template: 'paymentHeld', params: { ...amounts, what, url: transactionUrl } }
      case 'feeTooHigh':
        return { template: 'batchWaits', params: { ...amounts, url: transactionUrl } }
      case 'reorganised':
        return { template: 'paymentReorganised', params: { ...amounts, what } }
      case 'cancelled':
        return { template: 'paymentCancelled', params: { ...amounts, what } }
      case 'rejected': {
        const params = {
          ...amounts,
          what,
          ...whyRejected(transaction),
          url: transactionUrl,
        }
        return { template: 'paymentRejected', params }
      }
      default: {
        const template = kind === 'failed' ? 'paymentFailed' : 'paymentRemoved'
        return { template, params: { ...amounts, what } }
      }
    }
  }
}

function needed(run: NoticeRun | undefined): NoticeRun {
  if (!run) throw new Error('notice of a run that was not read')
  return run
}

function paidParams(run: NoticeRun, url: string) {
  return {
    payroll: run.payroll,
    note: run.note,
    people: run.people,
    usdCents: run.usd_cents,
    sats: run.paid_sats,
    feeSats: run.fee_sats,
    feeUsdCents: centsFromSats(run.fee_sats, run.rate),
    at: run.paid_at,
    url,
  }
}
