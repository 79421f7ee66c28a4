import { dayMs } from '../durations.ts'
import { type ClosedOn, type ClosedReason, type CompanyDay, toClosedOn } from './closed-days.ts'
import { addDays } from './day.ts'
import { type Period, periodsBetween } from './periods.ts'
import type { PaySchedule } from './schedule.ts'
import { dayIn, instantOf } from './zoned-time.ts'

/** A payday of a schedule. Days are 'YYYY-MM-DD' in the schedule's time zone. */
export type ScheduledPayday = Period & {
  /** The day on which it is paid. */
  day: string
  dueAt: Date
  /** Why `day` is not `nominalDay`; null: they are the same. */
  moved: ClosedReason | null
}

/** Days of `day.ts`; a window that reaches further is cut. */
const earliest = Date.UTC(2000, 0, 3)
const latest = Date.UTC(2999, 10, 30)

/**
 * The paydays with `from` <= `dueAt` < `to`, in order. A closed day is moved to the nearest working
 * day before or after it, also over the end of a month: the period keeps its key. The schedule has no
 * faults (`scheduleFaults`), and its nominal days, not the moved ones, lie in its time.
 * RangeError: an unknown time zone, an invalid date.
 */
export function occurrencesBetween(
  schedule: PaySchedule,
  companyDays: readonly CompanyDay[],
  from: Date,
  to: Date,
): ScheduledPayday[] {
  if (!(from < to)) return []
  const closedOn = toClosedOn(schedule, companyDays)
  const { first, last } = nominalWindow(schedule, closedOn, from, to)
  return periodsBetween(schedule, first, last)
    .map((period) => occurrenceOf(period, schedule, closedOn))
    .filter(({ dueAt }) => dueAt >= from && dueAt < to)
}

/**
 * The next `count` paydays at or after an instant, in order; fewer, if the schedule ends before.
 * RangeError: as above.
 */
export function nextOccurrences(
  schedule: PaySchedule,
  companyDays: readonly CompanyDay[],
  from: Date,
  count: number,
): ScheduledPayday[] {
  const start = Math.max(from.getTime(), Date.parse(schedule.startsOn) - yearMs)
  const found: ScheduledPayday[] = []
  for (let after = start; found.length < count && after < latest; after += yearMs) {
    const [early, late] = [new Date(after), new Date(after + yearMs)]
    found.push(...occurrencesBetween(schedule, companyDays, early, late))
    if (schedule.endsOn !== null && after > Date.parse(schedule.endsOn) + yearMs) break
  }
  return found.slice(0, count)
}

const yearMs = 366 * dayMs

function occurrenceOf(period: Period, schedule: PaySchedule, closedOn: ClosedOn): ScheduledPayday {
  const { hour, timeZone, whenClosed } = schedule
  const moved = closedOn(period.nominalDay)
  const day = workingDay(period.nominalDay, whenClosed === 'BEFORE' ? -1 : 1, closedOn)
  return { ...period, day, dueAt: instantOf(day, hour, timeZone), moved }
}

function workingDay(day: string, step: -1 | 1, closedOn: ClosedOn): string {
  let found = day
  while (closedOn(found)) found = addDays(found, step)
  return found
}

/**
 * The nominal days that can be due in the window: a day beyond a working day outside of it moves at
 * most to that one. One more day on each side is for an hour that a change of time skips.
 */
function nominalWindow({ timeZone }: PaySchedule, closedOn: ClosedOn, from: Date, to: Date) {
  const within = (date: Date) => new Date(Math.min(Math.max(date.getTime(), earliest), latest))
  return {
    first: workingDay(addDays(dayIn(timeZone, within(from)), -2), -1, closedOn),
    last: workingDay(addDays(dayIn(timeZone, within(to)), 1), 1, closedOn),
  }
}
