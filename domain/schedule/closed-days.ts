import { addDays, isDay, isoWeekday } from './day.ts'
import { holidayOn } from './holidays.ts'
import type { PaySchedule } from './schedule.ts'

/** A day 'YYYY-MM-DD' on which a company pays nobody, with the name that it gives it. */
export type CompanyDay = { day: string; name: string }

/** Why a day is no working day. `name` says which holiday or which day of the company. */
export type ClosedReason =
  | { reason: 'SUNDAY' | 'SATURDAY' }
  | { reason: 'HOLIDAY' | 'COMPANY_DAY'; name: string }

export type CompanyDayFault = { index: number; code: 'BAD_DATE' | 'NAME_MISSING' | 'DUPLICATE' }

/** All that is wrong with a company's own days; `index` counts from 0. */
export function companyDayFaults(days: readonly CompanyDay[]): CompanyDayFault[] {
  const seen = new Set<string>()
  return days.flatMap(({ day, name }, index): CompanyDayFault[] => {
    if (!isDay(day)) return [{ index, code: 'BAD_DATE' }]
    if (name.trim() === '') return [{ index, code: 'NAME_MISSING' }]
    if (seen.has(day)) return [{ index, code: 'DUPLICATE' }]
    seen.add(day)
    return []
  })
}

/** Says of each day 'YYYY-MM-DD' why it is no working day; null: it is one. */
export type ClosedOn = (day: string) => ClosedReason | null

/** The non-working days of a schedule: weekends, holidays of El Salvador and the company's own days. */
export function toClosedOn(
  { saturdays }: Pick<PaySchedule, 'saturdays'>,
  companyDays: readonly CompanyDay[],
): ClosedOn {
  const own = new Map(companyDays.map(({ day, name }) => [day, name]))
  return (day) => {
    const weekday = isoWeekday(day)
    if (weekday === 7) return { reason: 'SUNDAY' }
    if (weekday === 6 && saturdays === 'CLOSED') return { reason: 'SATURDAY' }
    const holiday = holidayOn(day)
    if (holiday !== null) return { reason: 'HOLIDAY', name: holiday }
    const name = own.get(day)
    return name === undefined ? null : { reason: 'COMPANY_DAY', name }
  }
}

/**
 * The days from `first` to `last` (both included, 'YYYY-MM-DD') that are closed by a name: holidays of
 * El Salvador and the company's own days, also where they fall on a weekend. In order.
 */
export function listNamedClosedDays(
  companyDays: readonly CompanyDay[],
  first: string,
  last: string,
): CompanyDay[] {
  const own = new Map(companyDays.map(({ day, name }) => [day, name]))
  const found: CompanyDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const name = holidayOn(day) ?? own.get(day)
    if (name !== undefined) found.push({ day, name })
  }
  return found
}
