import { type FailureCode, readFailure } from '#domain/failure.ts'
import { centsFromSats } from '#domain/money.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import {
  type Claim,
  claimNews,
  type MoneyEvent,
  type NewsRun,
  type NewsTransaction,
  newsRuns,
  newsTransactions,
  takeEvents,
  toldBefore,
} from './news-store.ts'
import { tellCompanies } from './people.ts'
import type { RejectedBy } from './templates/endings.ts'
import type { Content } from './templates/index.ts'

/**
 * What leaves the mempool is sent again at once and mostly taken, after a restart of the node for
 * example: only what has stayed away this long is worth a mail.
 */
const removedForMs = 60_000
const eventsAtOnce = 1_000
/** Dust that a stranger sends, to link addresses or to annoy, is shown and not told. */
const depositWorthTellingSats = 1_000n

type News = { companyId: string; content: Content }
/** Something to tell under the key by which it is told once. */
type Candidate = Claim & { transaction: NewsTransaction }

/** Tells administrators what happened to their money; until nothing is left to tell. */
export async function tellMoneyNews(
  db: Db,
  parts: { publicUrl: string; now: Date },
): Promise<void> {
  for (;;) {
    const taken = await db.transaction().execute((trx) => tellSome(trx, parts))
    if (taken < eventsAtOnce) return
  }
}

async function tellSome(
  trx: Trx,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<number> {
  const removedBefore = new Date(now.getTime() - removedForMs)
  const events = await takeEvents(trx, { removedBefore, atMost: eventsAtOnce })
  if (events.length === 0) return 0
  const candidates = await candidatesOf(trx, events)
  const runs = new Map((await newsRuns(trx, runsOf(candidates))).map((run) => [run.id, run]))
  const worthTelling = candidates.filter(
    ({ kind, subjectId }) => kind !== 'paid' || runs.get(subjectId)?.unpaid === 0,
  )
  const isNew = await claimNews(trx, worthTelling)
  const told = worthTelling.filter(({ kind, subjectId }) => isNew(kind, subjectId))
  const revived = new Set(
    events.filter((event) => event.kind === 'revived').map((event) => event.payroll_id),
  )
  await tellCompanies(
    trx,
    [...grouped(told)].map((group) => newsOf(group, runs, revived, publicUrl)),
  )
  return events.length
}

/** Of the events those that are still so, and that people care about. */
async function candidatesOf(trx: Trx, events: readonly MoneyEvent[]): Promise<Candidate[]> {
  const ids = events.flatMap(({ transaction_id }) => transaction_id ?? [])
  const transactions = await newsTransactions(trx, ids)
  const found = new Map<string, Candidate>()
  for (const { kind, transaction_id } of events) {
    const transaction = transactions.get(transaction_id ?? '')
    const candidate = transaction && candidateOf(kind, transaction)
    if (candidate) found.set(`${candidate.kind}:${transaction.id}`, candidate)
  }
  const lost = [...found.values()].filter(({ kind }) => kind === 'depositLost')
  const known = await toldBefore(
    trx,
    'deposit',
    lost.map(({ subjectId }) => subjectId),
  )
  return [...found.values()].filter(
    ({ kind, subjectId }) => kind !== 'depositLost' || known.has(subjectId),
  )
}

function candidateOf(kind: MoneyEvent['kind'], transaction: NewsTransaction): Candidate | null {
  const { id, company_id: companyId, payment_id: run, type, state } = transaction
  const about = (what: string, subjectId: string) => ({
    companyId,
    kind: what,
    subjectId,
    transaction,
  })
  if (kind === 'approval') {
    // A withdrawal that waits has sent its code already.
    return transaction.waiting_for === 'approval' && run ? about('waiting', run) : null
  }
  // Meanwhile it went on: taken back by a reorganisation, or sent again.
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
  // What calls a run back says so once it is in a block.
  if (kind === 'rejected' && transaction.failure === cancelled) return null
  // What another version has replaced, or what pays nobody, is no news.
  const pays = (type === 'send' || type === 'withdrawal') && transaction.sats > 0n
  return pays && transaction.is_current ? about(kind, id) : null
}

const cancelled: FailureCode = 'CANCELLED'
const byItself: Partial<Record<FailureCode, RejectedBy>> = {
  NOT_APPROVED_IN_TIME: 'time',
  PRICE_MOVED: 'price',
}

/** Who said no, and in what words. */
function whyRejected(failure: string | null): { by: RejectedBy; reason: string } {
  const { code, detail } = readFailure(failure ?? '')
  return { by: (code && byItself[code]) ?? 'somebody', reason: detail }
}

const ofRun = new Set(['paid', 'waiting'])
const runsOf = (candidates: readonly Candidate[]): string[] => [
  ...new Set(candidates.filter(({ kind }) => ofRun.has(kind)).map(({ subjectId }) => subjectId)),
]

/** One message for the deposits of a payroll, and for the transactions of a run, that come together. */
function grouped(told: readonly Candidate[]): Iterable<Candidate[]> {
  return Map.groupBy(told, ({ kind, transaction }) => {
    const together =
      kind === 'deposit' || kind === 'depositLost'
        ? transaction.payroll_id
        : (transaction.payment_id ?? transaction.id)
    return `${kind}:${together}`
  }).values()
}

function newsOf(
  group: Candidate[],
  runs: Map<string, NewsRun>,
  revived: Set<string>,
  publicUrl: string,
): News {
  const [{ kind, companyId, subjectId, transaction }] = group as [Candidate]
  const run = runs.get(subjectId)
  const sum = (of: (transaction: NewsTransaction) => bigint) =>
    group.reduce((total, each) => total + of(each.transaction), 0n)
  const url = `${publicUrl}/payrolls/details/${transaction.payroll_id}`
  const transactionUrl = `${publicUrl}/dashboard/transaction/${transaction.id}`
  const what = transaction.payment_id ? ('payment' as const) : ('withdrawal' as const)
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
      case 'waiting': {
        const { payroll, who, people, usd_cents, planned_sats } = needed(run)
        const params = { payroll, who, people, usdCents: usd_cents, sats: planned_sats }
        return { template: 'paymentWaiting', params: { ...params, url: transactionUrl } }
      }
      case 'cancelled':
        return { template: 'paymentCancelled', params: { ...amounts, what } }
      case 'rejected': {
        const params = {
          ...amounts,
          what,
          ...whyRejected(transaction.failure),
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

function needed(run: NewsRun | undefined): NewsRun {
  if (!run) throw new Error('news of a run that was not read')
  return run
}

function paidParams(run: NewsRun, url: string) {
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
