import { minuteMs } from '#domain/durations.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { type NotifyDeps, notifyCompanies } from '../recipients.ts'
import { candidatesOf, type NoticeCandidate } from './candidates.ts'
import { groupCandidates, noticeOf } from './content.ts'
import { claimMoneyNotices, readNoticeRuns, takeEvents } from './store.ts'

/**
 * A transaction that leaves the mempool is sent again at once, and mostly accepted, for example
 * after a restart of the node. Only a longer absence is worth a mail.
 */
const removedForMs = minuteMs
const eventsAtOnce = 1_000

type MoneyNoticeDeps = NotifyDeps & { now: Date }

/** Notifies administrators of money events, until none is left. */
export async function notifyMoneyEvents(db: Db, deps: MoneyNoticeDeps): Promise<void> {
  for (;;) {
    const taken = await db.transaction().execute((trx) => notifyBatch(trx, deps))
    if (taken < eventsAtOnce) return
  }
}

async function notifyBatch(trx: Trx, deps: MoneyNoticeDeps): Promise<number> {
  const { config, now } = deps
  const removedBefore = new Date(now.getTime() - removedForMs)
  const events = await takeEvents(trx, { removedBefore, atMost: eventsAtOnce })
  if (events.length === 0) return 0
  const candidates = await candidatesOf(trx, events)
  const runs = new Map((await readNoticeRuns(trx, runsOf(candidates))).map((run) => [run.id, run]))
  const worthTelling = candidates.filter(
    ({ kind, subjectId }) => kind !== 'paid' || runs.get(subjectId)?.unpaid === 0,
  )
  const isNew = await claimMoneyNotices(trx, worthTelling)
  const claimed = worthTelling.filter(({ kind, subjectId }) => isNew(kind, subjectId))
  const revived = new Set(
    events.filter((event) => event.kind === 'revived').map((event) => event.payroll_id),
  )
  await notifyCompanies(
    trx,
    deps,
    [...groupCandidates(claimed)].map((group) => noticeOf(group, runs, revived, config.publicUrl)),
  )
  return events.length
}

const runsOf = (candidates: readonly NoticeCandidate[]): string[] => [
  ...new Set(candidates.filter(({ kind }) => kind === 'paid').map(({ subjectId }) => subjectId)),
]
