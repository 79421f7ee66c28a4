import { checkHolidays, dayOf, type HolidayFault } from './holiday-rows.ts'
import { rowsOfElSalvador } from './holidays-el-salvador.ts'

const { sound, faults } = checkHolidays(rowsOfElSalvador)

/** The rows of El Salvador that are left out. A test demands none; a running program says each once. */
export const holidayFaults: readonly HolidayFault[] = faults

const years = new Map<number, ReadonlyMap<string, string>>()

function holidaysOf(year: number): ReadonlyMap<string, string> {
  const known = years.get(year)
  if (known) return known
  const inForce = sound.filter((row) => (row.since ?? 0) <= year)
  const names = new Map(inForce.toReversed().map((row) => [dayOf(row, year), row.name]))
  years.set(year, names)
  return names
}

/** The name of the holiday of El Salvador on a day 'YYYY-MM-DD'; null: it is none. */
export const holidayOn = (day: string): string | null =>
  holidaysOf(Number(day.slice(0, 4))).get(day) ?? null
