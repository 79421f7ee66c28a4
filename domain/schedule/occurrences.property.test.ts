import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompanyDay } from './closed-days.ts'
import { addDays, isoWeekday } from './day.ts'
import { holidayOn } from './holidays.ts'
import { nextOccurrences, occurrencesBetween } from './occurrences.ts'
import { periodsBetween } from './periods.ts'
import { type PaySchedule, scheduleFaults } from './schedule.ts'
import { dayIn } from './zoned-time.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')
const dayOf = (most: number) =>
  fc.integer({ min: 0, max: most }).map((n) => addDays('2026-01-01', n))
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('LAST' as const))
const rhythm = fc.oneof(
  fc.record({ every: fc.constant('FORTNIGHT' as const), days: fc.tuple(monthDay, monthDay) }),
  fc.record({ every: fc.constant('MONTH' as const), days: fc.tuple(monthDay) }),
  fc.record({
    every: fc.constant('WEEK' as const),
    days: fc.constant([]),
    weekday: fc.integer({ min: 1, max: 7 }),
  }),
)
const schedules: fc.Arbitrary<PaySchedule> = fc
  .tuple(
    rhythm,
    fc.record({
      hour: fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map((parts) => parts.map(twoDigits).join(':')),
      timeZone: fc.constantFrom(
        'America/El_Salvador',
        'America/New_York',
        'Europe/Madrid',
        'Pacific/Kiritimati',
        'Pacific/Pago_Pago',
      ),
      whenClosed: fc.constantFrom('BEFORE' as const, 'AFTER' as const),
      saturdays: fc.constantFrom('CLOSED' as const, 'OPEN' as const),
      startsOn: dayOf(400),
      endsOn: fc.option(dayOf(1_200)),
      mode: fc.constant('REMIND' as const),
    }),
  )
  .map(([own, common]) => ({ ...own, ...common }))
  .filter((schedule) => scheduleFaults(schedule).length === 0)
/** Up to 60 days of its own, often many beside each other: a company that closes for weeks. */
const companyDays: fc.Arbitrary<CompanyDay[]> = fc
  .tuple(dayOf(1_000), fc.integer({ min: 0, max: 60 }))
  .map(([first, count]) =>
    Array.from({ length: count }, (_, n) => ({ day: addDays(first, n), name: 'Cierre' })),
  )
const instant = fc
  .integer({ min: Date.UTC(2025, 11, 1), max: Date.UTC(2029, 5, 1) })
  .map((time) => new Date(time))
const always = [new Date('2025-06-01'), new Date('2029-12-01')] as const
const runs = { numRuns: 200 }

test('any schedule → each period exactly once, with its keys and hours in order', () => {
  fc.assert(
    fc.property(schedules, companyDays, (schedule, own) => {
      const found = occurrencesBetween(schedule, own, ...always)
      const planned = periodsBetween(schedule, '2026-01-01', '2029-06-01')
      const keys = found.map(({ periodKey }) => periodKey)
      expect(keys.slice(0, planned.length)).toEqual(planned.map(({ periodKey }) => periodKey))
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys.toSorted()).toEqual(keys)
      const times = found.map(({ dueAt }) => dueAt.getTime())
      expect(times.toSorted((a, b) => a - b)).toEqual(times)
      for (const { day, dueAt } of found) expect(dayIn(schedule.timeZone, dueAt)).toBe(day)
    }),
    runs,
  )
})

test('any move → from a closed day to an open one, over closed days alone', () => {
  fc.assert(
    fc.property(schedules, companyDays, (schedule, own) => {
      const isClosed = (day: string) =>
        isoWeekday(day) === 7 ||
        (isoWeekday(day) === 6 && schedule.saturdays === 'CLOSED') ||
        holidayOn(day) !== null ||
        own.some((one) => one.day === day)
      for (const found of occurrencesBetween(schedule, own, ...always)) {
        const { nominalDay, day, moved } = found
        expect(isClosed(day)).toBe(false)
        expect(moved === null).toBe(day === nominalDay)
        const isBefore = schedule.whenClosed === 'BEFORE'
        expect(isBefore ? day <= nominalDay : day >= nominalDay).toBe(true)
        for (let passed = nominalDay; passed !== day; passed = addDays(passed, isBefore ? -1 : 1)) {
          expect(isClosed(passed), `${nominalDay} to ${day}`).toBe(true)
        }
      }
    }),
    runs,
  )
})

test('any window cut in two → the paydays of the whole, none twice', () => {
  fc.assert(
    fc.property(schedules, companyDays, instant, instant, instant, (schedule, own, ...cuts) => {
      const [from, middle, to] = cuts.toSorted((a, b) => a.getTime() - b.getTime())
      if (!from || !middle || !to) throw new Error('three instants')
      const between = (a: Date, b: Date) => occurrencesBetween(schedule, own, a, b)
      expect([...between(from, middle), ...between(middle, to)]).toEqual(between(from, to))
    }),
    runs,
  )
})

test('any schedule and instant → the next paydays are those of a long window', () => {
  fc.assert(
    fc.property(schedules, companyDays, instant, (schedule, own, from) => {
      const far = new Date(from.getTime() + 5 * 366 * 86_400_000)
      const all = occurrencesBetween(schedule, own, from, far)
      expect(nextOccurrences(schedule, own, from, 5)).toEqual(all.slice(0, 5))
    }),
    runs,
  )
})
