import { dayNumber } from './iso-day.ts'

/** Days as people and spreadsheets write them. */

export type DayOrder = 'dayFirst' | 'monthFirst'

export type ReadDay =
  /** `order`: the only order in which the cell is a day. */
  | { ok: true; day: string; order?: DayOrder }
  | { ok: false; fault: 'notADay' }
  | { ok: false; fault: 'ambiguous'; days: [string, string] }

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
/** A spreadsheet keeps a day as the midnight with which it begins. */
const midnight =
  /[\sT](?:(?:00?:00(?::00(?:\.0{1,9})?)?)(?:\s?a\.?\s?m\.?)?|12:00(?::00)?\s?a\.?\s?m\.?)Z?$/i

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dayNumber(text) === null ? null : text
}

/**
 * `2026-06-01`, or a spreadsheet's `13/6/2026`. `1/6/2026` is the first of June in San Salvador and the sixth
 * of January in a spreadsheet set to English, so it is none unless `order` is known.
 */
export function readDay(cell: string, order: DayOrder | null = null): ReadDay {
  const text = cell.trim().replace(midnight, '')
  const [, year, month, day] = yearFirst.exec(text) ?? []
  if (year && month && day) return known(dayOf(year, month, day))
  const [, first, second, last] = yearLast.exec(text) ?? []
  if (!first || !second || !last) return known(null)
  const dayFirst = dayOf(last, second, first)
  const monthFirst = dayOf(last, first, second)
  if (!dayFirst || !monthFirst) {
    return dayFirst
      ? { ok: true, day: dayFirst, order: 'dayFirst' }
      : known(monthFirst, 'monthFirst')
  }
  if (dayFirst === monthFirst) return known(dayFirst)
  if (order) return known(order === 'dayFirst' ? dayFirst : monthFirst)
  return { ok: false, fault: 'ambiguous', days: [dayFirst, monthFirst] }
}

const known = (day: string | null, order?: DayOrder): ReadDay =>
  day === null ? { ok: false, fault: 'notADay' } : { ok: true, day, ...(order && { order }) }

/** The orders in which the days of a file are written. */
export class DayOrders {
  readonly #seen = new Set<DayOrder>()
  #isAsked = false

  add(read: ReadDay): void {
    if (!read.ok) this.#isAsked ||= read.fault === 'ambiguous'
    else if (read.order) this.#seen.add(read.order)
  }

  /** The order that settles an ambiguous day of the file; null: none is ambiguous, or both orders stand in it. */
  get settled(): DayOrder | null {
    const [only, other] = this.#seen
    return this.#isAsked && other === undefined ? (only ?? null) : null
  }
}
