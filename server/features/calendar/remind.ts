import { sql } from 'kysely'
import { dayMs } from '#domain/durations.ts'
import {
  occurrenceWindowMs,
  type ReminderKind,
  reminderBeforeMs,
} from '#domain/occurrence-state.ts'
import { paymentLink } from '#domain/payment-link.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import { type PaydayDeps, readPreparedSheets } from '#server/features/payments/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import { readCoverageOf } from './coverage-of.ts'
import { claimNotices } from './notices.ts'
import { whyNot } from './read-calendar.ts'
import { readReminder } from './reminder-content.ts'
import { type OccurrenceRow, readOpenOccurrences } from './rows.ts'
import { tellMissed } from './tell-missed.ts'

export type RemindDeps = NotifyDeps & PaydayDeps

const kinds = Object.entries(reminderBeforeMs) as [ReminderKind, number][]
const longestBeforeMs = Math.max(...Object.values(reminderBeforeMs))
/** A payday missed longer ago is not reported: the worker was away, or is new. */
const notifiedForMs = 7 * dayMs

/** Reminds of coming paydays, and reports missed ones, each once. */
export async function remindOfPaydays(db: Db, deps: RemindDeps): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + longestBeforeMs)
  const coming = await readOpenOccurrences(
    db,
    deps.macKey,
    null,
    sql`o.due_at > ${now} AND o.due_at <= ${until}`,
  )
  for (const { companyId, id } of coming) {
    if (await db.transaction().execute((trx) => remind(trx, deps, companyId, id, now))) {
      failpoint('reminders-queued')
    }
  }
  const over = new Date(now.getTime() - occurrenceWindowMs)
  const since = new Date(over.getTime() - notifiedForMs)
  const missed = await readOpenOccurrences(
    db,
    deps.macKey,
    null,
    sql`o.due_at < ${over} AND o.due_at > ${since} AND o.due_at > o.created_at
      AND o.missed_at IS NULL`,
  )
  for (const { companyId, id } of missed) {
    await db.transaction().execute(async (trx) => {
      const [row] = await readOpenOccurrences(trx, deps.macKey, companyId, sql`o.id = ${id}`)
      if (row) await tellMissed(trx, deps, row, await readReason(trx, deps, row), now)
      failpoint('reminders-before-commit')
    })
    failpoint('reminders-queued')
  }
}

/** The reminders that are due, and the one to send: a worker that was away does not send three. */
function dueKinds({ dueAt, createdAt }: OccurrenceRow, now: Date) {
  const passed = kinds.filter(([, before]) => dueAt.getTime() - before <= now.getTime())
  const last = passed.at(-1)
  // A person who has just set the dates needs no reminder.
  const isUnsaid = last !== undefined && dueAt.getTime() - last[1] > createdAt.getTime()
  return { passed: passed.map(([kind]) => kind), last: isUnsaid ? last[0] : null }
}

/** Sends a reminder; returns whether anybody got one. */
async function remind(trx: Trx, deps: RemindDeps, companyId: string, id: string, now: Date) {
  const [row] = await readOpenOccurrences(trx, deps.macKey, companyId, sql`o.id = ${id}`)
  if (!row) return false
  const { passed, last } = dueKinds(row, now)
  const fresh = await claimNotices(trx, row, passed, now)
  if (last === null || !fresh.has(last)) return false
  const params = await readReminder(trx, deps, row, last)
  if (!params) return false
  const content = { template: 'paydayReminder', params } as const
  const { toFund, address } = params
  const code = toFund && { codeOf: paymentLink(address, toFund.sats) }
  const roles = ['ADMIN', 'PAYROLL'] as const
  await notifyCompanies(trx, deps, [
    { companyId, content, roles, ...(code && { attachment: code }) },
  ])
  failpoint('reminders-before-commit')
  return true
}

/**
 * Why the payday was not paid at the last attempt or, without one, why a press would not pay it
 * now; null: nothing prevents it.
 */
async function readReason(trx: Trx, deps: RemindDeps, row: OccurrenceRow) {
  const { id, companyId } = row
  const sheets = await readPreparedSheets(trx, deps.macKey, companyId, [id], deps.clock.now())
  return whyNot(row, sheets.get(id) ?? null, await readCoverageOf(trx, deps, row))
}
