import { addDays, isDay, isoWeekday } from './day.ts'
import { easterSunday } from './easter.ts'

/**
 * A holiday and the law that makes it one: each year on 'MM-DD', each year so many days after Easter
 * Sunday, or once on 'YYYY-MM-DD'. `since` is the first year. The weekday of a single day is written
 * beside it (1 is Monday, 7 Sunday), so that a slip of the pen is found.
 */
export type HolidayRow = { name: string; source: string; since?: number } & (
  | { on: string }
  | { daysAfterEaster: number }
  | { day: string; weekday: number }
)

/** A row that is left out. `row` is its place in the list, from 0. */
export type HolidayFault = {
  row: number
  name: string
  code: 'NO_SUCH_DAY' | 'OTHER_WEEKDAY' | 'DUPLICATE'
}

/** The rows of a list that hold, and the faults of those that do not. */
export function checkHolidays(rows: readonly HolidayRow[]): {
  sound: HolidayRow[]
  faults: HolidayFault[]
} {
  const sound: HolidayRow[] = []
  const faults: HolidayFault[] = []
  rows.forEach((row, index) => {
    const code = faultOf(row, sound)
    if (code) faults.push({ row: index, name: row.name, code })
    else sound.push(row)
  })
  return { sound, faults }
}

function faultOf(row: HolidayRow, before: readonly HolidayRow[]): HolidayFault['code'] | null {
  if ('daysAfterEaster' in row && !isNearEaster(row.daysAfterEaster)) return 'NO_SUCH_DAY'
  const day = dayOf(row, sampleYear(row))
  if (!isDay(day)) return 'NO_SUCH_DAY'
  if ('day' in row && isoWeekday(day) !== row.weekday) return 'OTHER_WEEKDAY'
  return before.some((other) => isDuplicate(other, row)) ? 'DUPLICATE' : null
}

const isNearEaster = (days: number) => Number.isInteger(days) && Math.abs(days) <= 70

/** 2027 is no leap year: 29 February is no day of each year. */
const sampleYear = (row: HolidayRow) => ('day' in row ? Number(row.day.slice(0, 4)) : 2027)

/** A movable feast may meet a fixed one in some year, so only rows of one kind are compared. */
function isDuplicate(a: HolidayRow, b: HolidayRow): boolean {
  if ('daysAfterEaster' in a || 'daysAfterEaster' in b) {
    return (
      'daysAfterEaster' in a && 'daysAfterEaster' in b && a.daysAfterEaster === b.daysAfterEaster
    )
  }
  const year = 'day' in a ? sampleYear(a) : sampleYear(b)
  return dayOf(a, year) === dayOf(b, year)
}

/** The day of a sound row in a year; a single day is its own in every year. */
export function dayOf(row: HolidayRow, year: number): string {
  if ('day' in row) return row.day
  if ('on' in row) return `${year}-${row.on}`
  return addDays(easterSunday(year), row.daysAfterEaster)
}
