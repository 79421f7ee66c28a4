import { dayNumber } from './iso-day.ts'

/** Days as people and spreadsheets write them. */

export type ReadDay =
  | { ok: true; day: string }
  | { ok: false; fault: 'notADay' }
  | { ok: false; fault: 'ambiguous'; days: [string, string] }

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dayNumber(text) === null ? null : text
}

/**
 * `2026-06-01`, or a spreadsheet's `13/6/2026`. `1/6/2026` is the first of June in San Salvador and the sixth
 * of January in a spreadsheet set to English, so it is none.
 */
export function readDay(cell: string): ReadDay {
  const text = cell.trim()
  const [, year, month, day] = yearFirst.exec(text) ?? []
  if (year && month && day) return known(dayOf(year, month, day))
  const [, first, second, last] = yearLast.exec(text) ?? []
  if (!first || !second || !last) return known(null)
  const dayFirst = dayOf(last, second, first)
  const monthFirst = dayOf(last, first, second)
  if (dayFirst && monthFirst && dayFirst !== monthFirst) {
    return { ok: false, fault: 'ambiguous', days: [dayFirst, monthFirst] }
  }
  return known(dayFirst ?? monthFirst)
}

const known = (day: string | null): ReadDay =>
  day === null ? { ok: false, fault: 'notADay' } : { ok: true, day }
