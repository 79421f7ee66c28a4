/**
 * Easter Sunday of a year in the Gregorian calendar, 'YYYY-MM-DD'. The 'anonymous Gregorian'
 * algorithm: a correspondent of Nature, 20 April 1876; Butcher's Ecclesiastical Calendar, 1876;
 * J. Meeus, Astronomical Algorithms, 1991, chapter 8. The letters are those of the sources.
 */
export function easterSunday(year: number): string {
  const a = year % 19
  const b = quotient(year, 100)
  const c = year % 100
  const g = quotient(b - quotient(b + 8, 25) + 1, 3)
  const h = (19 * a + b - quotient(b, 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * quotient(c, 4) - h - (c % 4)) % 7
  const m = quotient(a + 11 * h + 22 * l, 451)
  const days = h + l - 7 * m + 114
  const month = String(quotient(days, 31)).padStart(2, '0')
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, '0')}`
}

const quotient = (dividend: number, divisor: number): number => Math.floor(dividend / divisor)
