import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs } from '#domain/durations.ts'
import { paidEarlyMs } from '#domain/occurrence-state.ts'
import type { ClosedReason } from '#domain/schedule/closed-days.ts'
import { occurrencesBetween, type ScheduledPayday } from '#domain/schedule/occurrences.ts'
import type { PaySchedule } from '#domain/schedule/schedule.ts'
import { findSchedule } from '#server/authorization/schedule-rows.ts'
import { countsForPeriod } from '#server/features/payments/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { readCompanyDays, scheduleOf } from './schedule-rows.ts'

/** The calendar shows two years at once. */
export const horizonMs = 25 * 31 * dayMs
/** The greatest age of a fortnight that was due before its schedule was saved. */
const lookBackMs = 35 * dayMs

type Filled = { companyId: string; payrollId: string }

/**
 * Writes the paydays of a payroll's schedule. Paydays that are due, skipped, moved by hand or
 * prepared stay as they are, and so does one whose new time has passed. All others keep their id
 * while the schedule has their period, and are deleted with it. The caller has locked the payroll,
 * or nobody else plans for it.
 */
export async function fillOccurrences(
  trx: Trx,
  macKey: KeyObject,
  filled: Filled,
  now: Date,
): Promise<void> {
  const { companyId, payrollId } = filled
  const row = await findSchedule(trx, macKey, companyId, payrollId)
  const occurrences = row ? await occurrencesOf(trx, filled, scheduleOf(row), now) : []
  await removeOthers(
    trx,
    { ...filled, schedule: row && scheduleOf(row) },
    occurrences.map(({ periodKey }) => periodKey),
    now,
  )
  if (row && occurrences.length > 0) {
    await upsert(trx, filled, { timeZone: row.time_zone, mode: row.mode }, occurrences, now)
  }
}

async function occurrencesOf(trx: Trx, filled: Filled, schedule: PaySchedule, now: Date) {
  const days = await readCompanyDays(trx, filled.companyId)
  const from = new Date(now.getTime() - lookBackMs)
  const to = new Date(now.getTime() + horizonMs)
  const all = occurrencesBetween(schedule, days, from, to)
  const newestDue = all.findLast(({ dueAt }) => dueAt <= now)
  const isOpen = newestDue && !(await isPaidSince(trx, filled, newestDue.dueAt))
  return all.filter((one) => one.dueAt > now || (isOpen && one === newestDue))
}

/** Whether a run may have paid a payday that had no row yet. */
async function isPaidSince(trx: Trx, { payrollId }: Filled, dueAt: Date): Promise<boolean> {
  const since = new Date(dueAt.getTime() - paidEarlyMs)
  const { rows } = await sql`
    SELECT FROM payments p WHERE p.payroll_id = ${payrollId} AND p.created_at >= ${since}
      AND ${countsForPeriod} LIMIT 1`.execute(trx)
  return rows.length > 0
}

/** Rows that nobody has changed, so a refill may change them. */
const isUntouched = (now: Date) => sql<boolean>`o.kind = 'REGULAR' AND o.due_at > ${now}
  AND o.skipped_at IS NULL AND NOT o.moved_by_hand
  AND NOT EXISTS (SELECT FROM payday_sheets s WHERE s.occurrence_id = o.id)
  AND NOT EXISTS (SELECT FROM payments p
    WHERE p.payroll_id = o.payroll_id AND p.period_key = o.period_key)`

type Scheduled = Filled & { schedule: PaySchedule | null }

async function removeOthers(trx: Trx, filled: Scheduled, keys: readonly string[], now: Date) {
  // A payday stays while the schedule has its period, even where its new time has passed.
  const late = await periodsThatPassed(trx, filled, now)
  await sql`
    DELETE FROM occurrences o
    WHERE o.company_id = ${filled.companyId} AND o.payroll_id = ${filled.payrollId}
      AND NOT (o.period_key = ANY(${[...keys, ...late]}::text[])) AND ${isUntouched(now)}`.execute(
    trx,
  )
}

async function periodsThatPassed(trx: Trx, { companyId, schedule }: Scheduled, now: Date) {
  if (!schedule) return []
  const days = await readCompanyDays(trx, companyId)
  const from = new Date(now.getTime() - lookBackMs)
  return occurrencesBetween(schedule, days, from, now).map(({ periodKey }) => periodKey)
}

const nameOf = (moved: ClosedReason | null) => (moved && 'name' in moved ? moved.name : '')

async function upsert(
  trx: Trx,
  { companyId, payrollId }: Filled,
  { timeZone, mode }: { timeZone: string; mode: string },
  occurrences: readonly ScheduledPayday[],
  now: Date,
): Promise<void> {
  const column = <T>(of: (one: ScheduledPayday) => T) => occurrences.map(of)
  await sql`
    INSERT INTO occurrences AS o (company_id, payroll_id, period_key, nominal_day, due_at, time_zone,
      moved_reason, moved_name, mode, created_at)
    SELECT ${companyId}, ${payrollId}, key, day, due, ${timeZone}, reason, name, ${mode}, ${now}
    FROM unnest(${column(({ periodKey }) => periodKey)}::text[],
      ${column(({ nominalDay }) => nominalDay)}::date[],
      ${column(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
      ${column(({ moved }) => moved?.reason ?? null)}::text[],
      ${column(({ moved }) => nameOf(moved))}::text[]) AS new (key, day, due, reason, name)
    ON CONFLICT (payroll_id, period_key) DO UPDATE SET nominal_day = excluded.nominal_day,
      due_at = excluded.due_at, time_zone = excluded.time_zone, moved_reason = excluded.moved_reason,
      moved_name = excluded.moved_name, mode = excluded.mode
    WHERE excluded.due_at > ${now} AND ${isUntouched(now)}`.execute(trx)
}
