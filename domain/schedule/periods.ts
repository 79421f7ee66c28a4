import { addDays, dayOfMonth, isoWeek, isoWeekday, monthOf, nextMonth } from './day.ts'

/** A period by the day on which it would be paid if every day were a working day. */
export type Period = { periodKey: string; nominalDay: string }

/** The part of a schedule that makes its periods. */
export type Rhythm = {
  every: 'FORTNIGHT' | 'MONTH' | 'WEEK'
  /**
   * Days of the month, 1 to 31. A month that has no such day pays on its last one: 31 is the same as
   * 'LAST', and 30 falls on 28 or 29 February.
   */
  days: readonly (number | 'LAST')[]
  /** 1 (Monday) to 7 (Sunday), as ISO 8601 counts; only of WEEK. */
  weekday?: number | null | undefined
  /** The first day that can be a period's nominal one, 'YYYY-MM-DD'. */
  startsOn: string
  /** The last one; null: it goes on. */
  endsOn: string | null
}

const dayNumber = (day: number | 'LAST') => (day === 'LAST' ? 31 : day)

/**
 * The periods whose nominal day lies in `first` to `last` ('YYYY-MM-DD', both included) and in the
 * schedule's own time, in order. Keys: FORTNIGHT '2026-11-Q1' and '-Q2', MONTH '2026-11', WEEK
 * '2026-W47' (year and week of ISO 8601). The schedule has no faults.
 */
export function periodsBetween(schedule: Rhythm, first: string, last: string): Period[] {
  const { startsOn, endsOn } = schedule
  const from = first < startsOn ? startsOn : first
  const to = endsOn !== null && endsOn < last ? endsOn : last
  return from > to
    ? []
    : schedule.every === 'WEEK'
      ? weeks(schedule.weekday ?? 1, from, to)
      : monthly(schedule, from, to)
}

function weeks(weekday: number, from: string, to: string): Period[] {
  const periods: Period[] = []
  let nominalDay = addDays(from, (weekday - isoWeekday(from) + 7) % 7)
  for (; nominalDay <= to; nominalDay = addDays(nominalDay, 7)) {
    periods.push({ periodKey: isoWeek(nominalDay), nominalDay })
  }
  return periods
}

function monthly({ every, days }: Rhythm, from: string, to: string): Period[] {
  const counts = days.map(dayNumber).toSorted((a, b) => a - b)
  const periods: Period[] = []
  for (let month = monthOf(from); month <= monthOf(to); month = nextMonth(month)) {
    counts.forEach((count, index) => {
      const nominalDay = dayOfMonth(month, count)
      const periodKey = every === 'MONTH' ? month : `${month}-Q${index + 1}`
      if (nominalDay >= from && nominalDay <= to) periods.push({ periodKey, nominalDay })
    })
  }
  return periods
}
