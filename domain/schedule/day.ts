import { dayNumber, daysBetween, isoDay } from '../iso-day.ts'

/**
 * Calendar days without a clock or a time zone: `'YYYY-MM-DD'` in the Gregorian calendar, from
 * 2000-01-01 to 2999-12-31. Such strings sort as their days do. UTC has no changes of time, so its
 * arithmetic is a calendar's.
 */

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Whether the text is a day that exists: '2028-02-29' is one, '2027-02-29' is none. */
export const isDay = (text: string): boolean => text.startsWith('2') && dayNumber(text) !== null

/** The day `count` days later; earlier, if it is negative. */
export function addDays(day: string, count: number): string {
  const date = utc(day)
  date.setUTCDate(date.getUTCDate() + count)
  return isoDay(date)
}

/** 1 (Monday) to 7 (Sunday), as ISO 8601 counts. */
export function isoWeekday(day: string): number {
  return utc(day).getUTCDay() || 7
}

/** `'2026-11'`: the month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The month after `'2026-11'`, which is `'2026-12'`. */
export function nextMonth(month: string): string {
  return monthOf(addDays(`${month}-28`, 4))
}

/** Day `count` of a month, or its last day if the month is shorter. */
export function dayOfMonth(month: string, count: number): string {
  const last = Number(addDays(`${nextMonth(month)}-01`, -1).slice(8))
  return `${month}-${String(Math.min(count, last)).padStart(2, '0')}`
}

/** `'2026-W53'` for 2027-01-01: a week belongs to the year of its Thursday (ISO 8601). */
export function isoWeek(day: string): string {
  const thursday = addDays(day, 4 - isoWeekday(day))
  const year = thursday.slice(0, 4)
  const days = daysBetween(`${year}-01-01`, thursday)
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`
}
