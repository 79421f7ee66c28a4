import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupName, findOutlived, timeOf } from './keep.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 24, 3, 15, 7)
const nightly = (nights: number) =>
  Array.from({ length: nights }, (_, night) => backupName(new Date(start - night * 24 * hour)))

test('a backup each night for two years → 7 days, 4 weeks and 12 months stay', () => {
  const names = nightly(730)
  const gone = new Set(findOutlived(names))
  expect(names.filter((name) => !gone.has(name)).map((name) => name.slice(9, 17))).toEqual([
    // Days: the newest of this week and of this month among them.
    ...['20261124', '20261123', '20261122', '20261121', '20261120', '20261119', '20261118'],
    // Sundays end weeks.
    ...['20261115', '20261108'],
    ...['20261031', '20260930', '20260831', '20260731', '20260630', '20260531', '20260430'],
    ...['20260331', '20260228', '20260131', '20251231'],
  ])
})

test('several of one day → all of the last 24 hours stay, and one of each day before', () => {
  const hourly = Array.from({ length: 60 }, (_, ago) => backupName(new Date(start - ago * hour)))
  const gone = findOutlived(hourly)
  expect(hourly.filter((name) => !gone.includes(name))).toEqual([
    ...hourly.slice(0, 24),
    ...hourly.filter((name) => /2026112[12]T231507/.test(name)),
  ])
})

test('after years without a backup the old ones stay, and the newest always does', () => {
  const old = nightly(3)
  expect(findOutlived(old)).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1 }), (hours) => {
      const names = [...new Set(hours.map((ago) => backupName(new Date(start - ago * hour))))]
      expect(findOutlived(names)).not.toContain(names.toSorted().at(-1))
    }),
  )
})

test.each([
  'quincena.dump',
  'quincena-20261124T031507Z.age.part',
  'quincena-20261324T031507Z.age',
  '../quincena-20261124T031507Z.age',
])('%s is not our backup → it is never deleted', (name) => {
  expect(timeOf(name)).toBeNull()
  expect(findOutlived([name, ...nightly(40)])).not.toContain(name)
})
