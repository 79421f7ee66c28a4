import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, isoWeek, monthOf } from './day.ts'
import { overlappingKeys, spanOf } from './period-span.ts'

const day = fc.integer({ min: 0, max: 36_500 }).map((count) => addDays('2001-01-01', count))
/** The keys of the periods of each rhythm that a day is in. */
const keysOf = (date: string) => [
  monthOf(date),
  `${monthOf(date)}-Q${Number(date.slice(8)) <= 15 ? 1 : 2}`,
  isoWeek(date),
]

test.each([
  ['2026-11-Q1', '2026-11-01', '2026-11-15'],
  ['2026-11-Q2', '2026-11-16', '2026-11-30'],
  ['2028-02-Q2', '2028-02-16', '2028-02-29'],
  ['2027-02', '2027-02-01', '2027-02-28'],
  ['2026-W53', '2026-12-28', '2027-01-03'],
  ['2027-W01', '2027-01-04', '2027-01-10'],
  ['2025-W01', '2024-12-30', '2025-01-05'],
])('%s is from %s to %s', (key, from, to) => {
  expect(spanOf(key)).toEqual({ from, to })
})

test.each([
  '2026-12-AGUINALDO',
  '2026-11-BONUS-1',
  '2027-W53',
  '2026-W00',
  '2026-13',
  '2026-11-Q3',
  '',
])('%j has no span, and overlaps nothing but itself', (key) => {
  expect(spanOf(key)).toBeNull()
  expect(overlappingKeys(key)).toEqual([key])
})

test('two periods overlap exactly where a day is in both, over the ends of years too', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -40, max: 40 }), (date, away) => {
      const other = addDays(date, away)
      for (const key of keysOf(date)) {
        for (const beside of keysOf(other)) {
          const days = []
          const span = spanOf(key)
          for (let one = span?.from ?? ''; one <= (span?.to ?? ''); one = addDays(one, 1))
            days.push(one)
          const isShared = days.some((one) => keysOf(one).includes(beside))
          expect([key, beside, overlappingKeys(key).includes(beside)]).toEqual([
            key,
            beside,
            isShared,
          ])
          expect(overlappingKeys(beside).includes(key)).toBe(isShared)
        }
      }
    }),
  )
})
