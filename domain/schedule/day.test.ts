import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOfMonth, isDay, isoWeek, isoWeekday, nextMonth } from './day.ts'

test('days that no month has, and other writings of days, are refused', () => {
  expect(['2028-02-29', '2000-01-01', '2999-12-31'].every(isDay)).toBe(true)
  for (const text of [
    '2027-02-29',
    '2027-02-30',
    '2100-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-1-1',
    '1999-12-31',
    '3000-01-01',
    '2027-01-01T00:00',
    ' 2027-01-01',
    '',
  ]) {
    expect(isDay(text), text).toBe(false)
  }
})

test('a weekday of which the calendar is known', () => {
  expect(isoWeekday('2026-11-23')).toBe(1)
  expect(isoWeekday('2027-01-31')).toBe(7)
})

test('a month that is too short → its last day', () => {
  expect(dayOfMonth('2027-02', 30)).toBe('2027-02-28')
  expect(dayOfMonth('2028-02', 30)).toBe('2028-02-29')
  expect(dayOfMonth('2027-04', 31)).toBe('2027-04-30')
  expect(dayOfMonth('2027-12', 31)).toBe('2027-12-31')
  expect(dayOfMonth('2027-12', 5)).toBe('2027-12-05')
  expect(nextMonth('2027-12')).toBe('2028-01')
  expect(nextMonth('2027-02')).toBe('2027-03')
})

// The examples of ISO 8601 itself, and the years of 53 weeks around them.
test("the ISO week of days around the year's end", () => {
  expect(isoWeek('2005-01-01')).toBe('2004-W53')
  expect(isoWeek('2008-12-29')).toBe('2009-W01')
  expect(isoWeek('2010-01-03')).toBe('2009-W53')
  expect(isoWeek('2026-12-31')).toBe('2026-W53')
  expect(isoWeek('2027-01-03')).toBe('2026-W53')
  expect(isoWeek('2027-01-04')).toBe('2027-W01')
  expect(isoWeek('2026-11-18')).toBe('2026-W47')
})

test('any day → a week later is one week on, and the weeks of a year are 52 or 53', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), (n) => {
      const day = addDays('2000-01-03', n)
      expect(isDay(day)).toBe(true)
      expect(isoWeek(addDays(day, 7)) > isoWeek(day)).toBe(true)
      expect(isoWeek(addDays(day, 1 - isoWeekday(day)))).toBe(isoWeek(day))
      expect(Number(isoWeek(day).slice(6))).toBeLessThanOrEqual(53)
    }),
  )
})
