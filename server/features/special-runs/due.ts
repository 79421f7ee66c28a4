import type { KeyObject } from 'node:crypto'
import { toClosedOn } from '#domain/schedule/closed-days.ts'
import { addDays } from '#domain/schedule/day.ts'
import { dayIn, instantOf } from '#domain/schedule/zoned-time.ts'
import { lawOf, type SpecialPayKind, specialPayday } from '#domain/special-pay/index.ts'
import { readClosedDays } from '#server/authorization/closed-day-rows.ts'
import { findPayday, writePaydays } from '#server/authorization/occurrence-rows.ts'
import { findSchedule } from '#server/authorization/schedule-rows.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

export type Due = { nominalDay: string; dueAt: Date; timeZone: string }
type Owner = { companyId: string; payrollId: string }

/**
 * The last working day of the window, or for a bonus the next working day, at the hour of the payroll's
 * schedule.
 */
export async function dueOf(
  db: Db,
  macKey: KeyObject,
  { companyId, payrollId }: Owner,
  { kind, year }: { kind: SpecialPayKind; year: number },
  now: Date,
): Promise<Due> {
  const schedule = await findSchedule(db, macKey, companyId, payrollId)
  const days = await readClosedDays(db, macKey, companyId)
  const timeZone = schedule?.time_zone ?? 'America/El_Salvador'
  const saturdays = schedule?.saturdays === 'OPEN' ? 'OPEN' : 'CLOSED'
  const closedOn = toClosedOn({ saturdays }, days)
  const isClosed = (day: string) => closedOn(day) !== null
  const law = lawOf({ kind, year })
  const nominalDay = law
    ? specialPayday(law, year, isClosed)
    : nextWorkingDay(dayIn(timeZone, now), isClosed)
  return { nominalDay, dueAt: instantOf(nominalDay, schedule?.hour ?? '09:00', timeZone), timeZone }
}

/** The next working day; a company may close many days, but not all. */
function nextWorkingDay(today: string, isClosed: (day: string) => boolean): string {
  const days = Array.from({ length: 60 }, (_, index) => addDays(today, index + 1))
  return days.find((day) => !isClosed(day)) ?? addDays(today, 1)
}

/** Puts the sheet into the calendar, where a person may move it. */
export async function putOccurrence(
  trx: Trx,
  macKey: KeyObject,
  { companyId, payrollId }: Owner,
  run: { id: string; kind: SpecialPayKind; periodKey: string },
  { nominalDay, dueAt, timeZone }: Due,
  now: Date,
): Promise<void> {
  const payday = {
    company_id: companyId,
    payroll_id: payrollId,
    kind: run.kind,
    period_key: run.periodKey,
    nominal_day: nominalDay,
    due_at: dueAt,
    time_zone: timeZone,
    mode: 'REMIND',
    draft_id: run.id,
    created_at: now,
  }
  const before = await findPayday(trx, { payrollId, periodKey: run.periodKey })
  await writePaydays(trx, macKey, [{ payday, before }])
}
