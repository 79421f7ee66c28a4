import { addDays, dayOfMonth, isoWeek, isoWeekday, monthOf } from './day.ts'

/** The days for which a period pays, both included. */
export type PeriodSpan = { from: string; to: string }

/**
 * The span of a period, from its key alone: '2026-11-Q1' is the 1st to the 15th, '-Q2' the rest of the
 * month, '2026-11' a month, '2026-W47' a week of ISO 8601. Null: a special pay, which has none, or no
 * period.
 */
export function spanOf(key: string): PeriodSpan | null {
  const [, month = '', half] = /^(2\d{3}-(?:0[1-9]|1[0-2]))(-Q[12])?$/.exec(key) ?? []
  if (month !== '') {
    const [first, middle, last] = [`${month}-01`, `${month}-15`, dayOfMonth(month, 31)]
    if (half === '-Q1') return { from: first, to: middle }
    return { from: half === '-Q2' ? addDays(middle, 1) : first, to: last }
  }
  const [, year, week] = /^(2\d{3})-W(\d{2})$/.exec(key) ?? []
  if (!year) return null
  // 4 January is always in the first week.
  const inWeek = addDays(`${year}-01-04`, (Number(week) - 1) * 7)
  const from = addDays(inWeek, 1 - isoWeekday(inWeek))
  return isoWeek(from) === key ? { from, to: addDays(from, 6) } : null
}

const overlap = (one: PeriodSpan, other: PeriodSpan) => one.from <= other.to && other.from <= one.to

/** The keys of all periods that share a day with a period, its own among them; a special pay's is alone. */
export function overlappingKeys(key: string): string[] {
  const span = spanOf(key)
  if (!span) return [key]
  const keys = new Set<string>()
  for (let day = span.from; day <= span.to; day = addDays(day, 1)) {
    const month = monthOf(day)
    for (const one of [month, `${month}-Q1`, `${month}-Q2`, isoWeek(day)]) keys.add(one)
  }
  return [...keys].filter((one) => {
    const other = spanOf(one)
    return other !== null && overlap(span, other)
  })
}
