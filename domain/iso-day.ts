import { dayMs } from './durations.ts'

/** A day of the calendar without a time, as ISO 8601 writes it: `2026-11-22`. */

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Days since 1 January 1970; null where the text is no day that exists: 30 February is none. */
export function dayNumber(text: string): number | null {
  const [, year, month, day] = pattern.exec(text) ?? []
  if (year === undefined) return null
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  return new Date(at).toISOString().slice(0, 10) === text ? at / dayMs : null
}

const numberOf = (day: string): number => {
  const number = dayNumber(day)
  if (number === null) throw new RangeError(`day: ${day}`)
  return number
}

/** How many days after `from` the day `to` is. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** A day's date so many years later; 1 March for 29 February in a year that has none. */
export function yearsLater(day: string, years: number): string {
  numberOf(day)
  const at = Date.UTC(
    Number(day.slice(0, 4)) + years,
    Number(day.slice(5, 7)) - 1,
    Number(day.slice(8)),
  )
  return isoDay(new Date(at))
}

/** The day at an instant, in UTC. */
export const isoDay = (at: Date): string => at.toISOString().slice(0, 10)
