import { dayOfMonth, isDay } from './day.ts'
import { periodsBetween, type Rhythm } from './periods.ts'
import { isTimeZone } from './zoned-time.ts'

/** When a payroll is paid. Days are of the calendar in `timeZone`. */
export type PaySchedule = Rhythm & {
  /** 'HH:MM', 00:00 to 23:59. */
  hour: string
  /** An IANA name, 'America/El_Salvador'. */
  timeZone: string
  /** The working day that takes the place of a closed one. */
  whenClosed: 'BEFORE' | 'AFTER'
  saturdays: 'CLOSED' | 'OPEN'
  mode: 'REMIND' | 'PREPARE' | 'PAY'
}

export const scheduleFaultCodes = [
  'TWO_DAYS',
  'ONE_DAY',
  'NO_DAYS',
  'DAY_OUT_OF_RANGE',
  'SAME_DATE',
  'WEEKDAY_MISSING',
  'WEEKDAY_OUT_OF_RANGE',
  'NO_WEEKDAY',
  'UNKNOWN_TIME_ZONE',
  'BAD_HOUR',
  'BAD_DATE',
  'ENDS_BEFORE_START',
  'NEVER_DUE',
] as const

export type ScheduleFault = {
  field: 'days' | 'weekday' | 'hour' | 'timeZone' | 'startsOn' | 'endsOn'
  code: (typeof scheduleFaultCodes)[number]
}

/** All that is wrong with a schedule; nothing: it comes due at least once. */
export function scheduleFaults(schedule: PaySchedule): ScheduleFault[] {
  const faults: ScheduleFault[] = []
  const add = (field: ScheduleFault['field'], code: ScheduleFault['code'] | null) => {
    if (code) faults.push({ field, code })
  }
  add('days', daysFault(schedule))
  add('weekday', weekdayFault(schedule))
  add('hour', /^([01]\d|2[0-3]):[0-5]\d$/.test(schedule.hour) ? null : 'BAD_HOUR')
  add('timeZone', isTimeZone(schedule.timeZone) ? null : 'UNKNOWN_TIME_ZONE')
  add('startsOn', isDay(schedule.startsOn) ? null : 'BAD_DATE')
  add('endsOn', endFault(schedule))
  return faults.length === 0 && comesNeverDue(schedule)
    ? [{ field: 'endsOn', code: 'NEVER_DUE' }]
    : faults
}

function daysFault({ every, days }: PaySchedule): ScheduleFault['code'] | null {
  if (every === 'WEEK') return days.length === 0 ? null : 'NO_DAYS'
  const inRange = (day: number | 'LAST') =>
    day === 'LAST' || (Number.isInteger(day) && day >= 1 && day <= 31)
  if (!days.every(inRange)) return 'DAY_OUT_OF_RANGE'
  if (every === 'MONTH') return days.length === 1 ? null : 'ONE_DAY'
  if (days.length !== 2) return 'TWO_DAYS'
  // February 2027 is the shortest month there is: days that differ in it differ in all.
  const inFebruary = days.map((day) => dayOfMonth('2027-02', day === 'LAST' ? 31 : day))
  return inFebruary[0] === inFebruary[1] ? 'SAME_DATE' : null
}

function weekdayFault({ every, weekday }: PaySchedule): ScheduleFault['code'] | null {
  const isMissing = weekday === undefined || weekday === null
  if (every !== 'WEEK') return isMissing ? null : 'NO_WEEKDAY'
  if (isMissing) return 'WEEKDAY_MISSING'
  return Number.isInteger(weekday) && weekday >= 1 && weekday <= 7 ? null : 'WEEKDAY_OUT_OF_RANGE'
}

function endFault({ startsOn, endsOn }: PaySchedule): ScheduleFault['code'] | null {
  if (endsOn === null) return null
  if (!isDay(endsOn)) return 'BAD_DATE'
  return isDay(startsOn) && endsOn < startsOn ? 'ENDS_BEFORE_START' : null
}

const comesNeverDue = (schedule: PaySchedule): boolean =>
  schedule.endsOn !== null &&
  periodsBetween(schedule, schedule.startsOn, schedule.endsOn).length === 0
