import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { dayMs } from '#domain/durations.ts'
import { paidEarlyMs } from '#domain/occurrence-state.ts'
import type { ClosedReason } from '#domain/schedule/closed-days.ts'
import { occurrencesBetween, type ScheduledPayday } from '#domain/schedule/occurrences.ts'
import type { PaySchedule } from '#domain/schedule/schedule.ts'
import { readClosedDays } from '#server/authorization/closed-day-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import {
  changePaydays,
  type StoredPayday,
  writePaydays,
} from '#server/authorization/occurrence-rows.ts'
import { findSchedule } from '#server/authorization/schedule-rows.ts'
import { countsForPeriod, lockPayroll } from '#server/features/payments/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { scheduleOf } from './schedule-rows.ts'

/** The calendar shows two years at once. */
export const horizonMs = 25 * 31 * dayMs
/** The greatest age of a fortnight that was due before its schedule was saved. */
const lookBackMs = 35 * dayMs

type Filled = { companyId: string; payrollId: string }

/**
 * Writes the paydays of a payroll's schedule, under the payroll's lock. Paydays that are due, skipped,
 * moved by hand or prepared stay as they are, and so does one whose new time has passed. All others keep
 * their id while the schedule has their period, and end with it. One that the program did not write stays
 * in the way of its period: it may be a skipped one that somebody made look open.
 */
export async function fillOccurrences(
  trx: Trx,
  macKey: KeyObject,
  filled: Filled,
  now: Date,
): Promise<void> {
  const { companyId, payrollId } = filled
  await lockPayroll(trx, companyId, payrollId)
  const row = await findSchedule(trx, macKey, companyId, payrollId)
  const schedule = row && scheduleOf(row)
  const all = schedule ? await occurrencesOf(trx, macKey, companyId, schedule, now) : []
  const wanted = (await openOf(trx, filled, all, now)).map((payday) => ({
    company_id: companyId,
    payroll_id: payrollId,
    kind: 'REGULAR',
    period_key: payday.periodKey,
    nominal_day: payday.nominalDay,
    due_at: payday.dueAt,
    time_zone: row?.time_zone ?? '',
    moved_reason: payday.moved?.reason ?? null,
    moved_name: nameOf(payday.moved),
    mode: row?.mode ?? 'REMIND',
    created_at: now,
  }))
  const keys = wanted.map((one) => one.period_key)
  const stored = await readStored(trx, macKey, filled, keys, now)
  const added = wanted.flatMap((payday): Added[] => {
    const before = stored.get(payday.period_key)
    if (!before) return [{ payday, before: null }]
    return before.isOwn && before.row.ended ? [{ payday, before: before.row }] : []
  })
  await writePaydays(trx, macKey, added)
  // A payday stays while the schedule has its period, even where its new time has passed.
  const kept = new Set(all.map(({ periodKey }) => periodKey))
  const present = [...stored.values()].filter(({ isOwn, row }) => isOwn && !row.ended)
  const changed = present.flatMap(({ row: before, isUntouched }): Changed[] => {
    if (!isUntouched) return []
    if (!kept.has(before.period_key)) return [{ before, changes: { ended: true } }]
    const payday = wanted.find((one) => one.period_key === before.period_key)
    if (!payday || payday.due_at <= now) return []
    const { created_at: _, ...changes } = payday
    return isSame(before, changes) ? [] : [{ before, changes }]
  })
  await changePaydays(trx, macKey, changed)
}

const nameOf = (moved: ClosedReason | null) => (moved && 'name' in moved ? moved.name : '')

const isSame = (before: StoredPayday, changes: Partial<StoredPayday>) =>
  isDeepStrictEqual({ ...before, ...changes }, before)

async function occurrencesOf(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  schedule: PaySchedule,
  now: Date,
): Promise<ScheduledPayday[]> {
  const days = await readClosedDays(trx, macKey, companyId)
  const from = new Date(now.getTime() - lookBackMs)
  const to = new Date(now.getTime() + horizonMs)
  return occurrencesBetween(schedule, days, from, to)
}

/** Keeps the paydays ahead, and the newest one that is due unless a run may have paid it. */
async function openOf(
  trx: Trx,
  filled: Filled,
  all: readonly ScheduledPayday[],
  now: Date,
): Promise<ScheduledPayday[]> {
  const newestDue = all.findLast(({ dueAt }) => dueAt <= now)
  const isOpen = newestDue && !(await isPaidSince(trx, filled, newestDue.dueAt))
  return all.filter((one) => one.dueAt > now || (isOpen && one === newestDue))
}

/** Whether a run may have paid a payday that had no row yet. */
async function isPaidSince(trx: Trx, { payrollId }: Filled, dueAt: Date): Promise<boolean> {
  const since = new Date(dueAt.getTime() - paidEarlyMs)
  const { rows } = await sql`
    SELECT FROM sheets p WHERE p.payroll_id = ${payrollId} AND p.created_at >= ${since}
      AND ${countsForPeriod} LIMIT 1`.execute(trx)
  return rows.length > 0
}

type Added = Parameters<typeof writePaydays>[2][number]
type Changed = Parameters<typeof changePaydays>[2][number]
type Stored = { row: StoredPayday; isOwn: boolean; isUntouched: boolean }

/** Reads the rows that lie ahead or have these periods, by period, and whether nobody has changed them. */
async function readStored(
  trx: Trx,
  macKey: KeyObject,
  { payrollId }: Filled,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Stored>> {
  const { rows } = await sql<StoredPayday & { is_untouched: boolean }>`
    SELECT o.*, o.kind = 'REGULAR' AND o.due_at > ${now}
      AND o.skipped_at IS NULL AND NOT o.moved_by_hand
      AND NOT EXISTS (SELECT FROM payday_sheets s WHERE s.occurrence_id = o.id)
      AND NOT EXISTS (SELECT FROM sheets p
        WHERE p.payroll_id = o.payroll_id AND p.period_key = o.period_key) AS is_untouched
    FROM occurrences o
    WHERE o.payroll_id = ${payrollId} AND (o.due_at > ${now} OR o.period_key = ANY(${keys}::text[]))`.execute(
    trx,
  )
  return new Map(
    rows.map(({ is_untouched: isUntouched, ...row }) => [
      row.period_key,
      { row, isOwn: isTrue(macKey, 'occurrences', row), isUntouched },
    ]),
  )
}
