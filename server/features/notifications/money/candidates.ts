import type { FailureCode } from '#domain/failures.ts'
import type { Trx } from '#server/platform/db/database.ts'
import {
  type Claim,
  type MoneyEvent,
  type NoticeTransaction,
  readNoticeTransactions,
  readNotified,
} from './store.ts'

/** Smaller deposits, sent to link addresses or to annoy, are shown without a notice. */
const depositWorthTellingSats = 1_000n

/** An event under the key by which it is notified once. */
export type NoticeCandidate = Claim & { transaction: NoticeTransaction }

/** A cancellation is notified once it is in a block, and a freeze has its own notice. */
const notifiedElsewhere = new Set<FailureCode | null>(['CANCELLED', 'FROZEN'])

/** The events that still hold and that people should hear of. */
export async function candidatesOf(
  trx: Trx,
  events: readonly MoneyEvent[],
): Promise<NoticeCandidate[]> {
  const ids = events.flatMap(({ transaction_id }) => transaction_id ?? [])
  const transactions = await readNoticeTransactions(trx, ids)
  const found = new Map<string, NoticeCandidate>()
  for (const { kind, transaction_id } of events) {
    const transaction = transactions.get(transaction_id ?? '')
    const candidate = transaction && candidateOf(kind, transaction)
    if (candidate) found.set(`${candidate.kind}:${transaction.id}`, candidate)
  }
  const lost = [...found.values()].filter(({ kind }) => kind === 'depositLost')
  const known = await readNotified(
    trx,
    'deposit',
    lost.map(({ subjectId }) => subjectId),
  )
  return [...found.values()].filter(
    ({ kind, subjectId }) => kind !== 'depositLost' || known.has(subjectId),
  )
}

function candidateOf(
  kind: MoneyEvent['kind'],
  transaction: NoticeTransaction,
): NoticeCandidate | null {
  const { id, company_id: companyId, sheet_id: run, type, state } = transaction
  const about = (what: string, subjectId: string) => ({
    companyId,
    kind: what,
    subjectId,
    transaction,
  })
  if (kind === 'operator') {
    return transaction.waiting_for === 'operator' ? about('held', run ?? id) : null
  }
  if (kind === 'fee') {
    return transaction.waiting_for === 'fee' ? about('feeTooHigh', id) : null
  }
  if (kind === 'reorganised') {
    const isMinedAgain = state === 'confirmed'
    return isMinedAgain || !transaction.is_current ? null : about('reorganised', id)
  }
  // The transaction moved on meanwhile: a reorganisation took it out, or it was sent again.
  if (state !== kind) return null
  if (type === 'receive') {
    if (kind === 'confirmed') {
      return transaction.sats >= depositWorthTellingSats ? about('deposit', id) : null
    }
    return kind === 'failed' ? about('depositLost', id) : null
  }
  if (kind === 'confirmed') {
    if (type === 'send' && run) return about('paid', run)
    if (type === 'cancel') return about('cancelled', id)
    return type === 'withdrawal' ? about('withdrawn', id) : null
  }
  if (kind === 'rejected' && notifiedElsewhere.has(transaction.failure)) return null
  // Replaced versions, and transactions that pay nobody, make no notice.
  const pays = (type === 'send' || type === 'withdrawal') && transaction.sats > 0n
  return pays && transaction.is_current ? about(kind, id) : null
}
