import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nextOccurrences, occurrencesBetween } from './occurrences.ts'
import type { PaySchedule } from './schedule.ts'

const schedule: PaySchedule = {
  every: 'FORTNIGHT',
  days: [15, 'LAST'],
  hour: '09:00',
  timeZone: 'America/El_Salvador',
  whenClosed: 'BEFORE',
  saturdays: 'CLOSED',
  startsOn: '2027-01-01',
  endsOn: null,
  mode: 'REMIND',
}
const at = (text: string) => new Date(text)
const years = [at('2026-12-01T00:00Z'), at('2029-02-01T00:00Z')] as const
const paidDays = (
  changes: Partial<PaySchedule>,
  companyDays: { day: string; name: string }[] = [],
) =>
  occurrencesBetween({ ...schedule, ...changes }, companyDays, ...years).map(
    ({ periodKey, nominalDay, day, moved }) => {
      const name = moved && 'name' in moved ? ` ${moved.name}` : ''
      return `${periodKey} ${nominalDay} ${day} ${moved ? `${moved.reason}${name}` : ''}`.trim()
    },
  )

const table = readFileSync(join(import.meta.dirname, 'testing/fortnights-2027-2028.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/))

describe('24 months of fortnights against the table written by hand', () => {
  const endsOn = '2028-12-31'
  const rowsOf = (column: 3 | 4) =>
    table.map(([key, nominal, , ...rest]) => {
      const reason = rest.slice(3).join(' ')
      return `${key} ${nominal} ${rest[column - 3]} ${reason}`.trim()
    })

  test('the table has every fortnight of two years', () => {
    expect(table).toHaveLength(48)
  })

  test('a closed day → the working day before it', () => {
    expect(paidDays({ endsOn })).toEqual(rowsOf(3))
  })

  test('a closed day → the working day after it', () => {
    expect(paidDays({ endsOn, whenClosed: 'AFTER' })).toEqual(rowsOf(4))
  })

  test('Saturdays are open → a Saturday is paid, and Holy Saturday is a holiday', () => {
    const days = occurrencesBetween({ ...schedule, endsOn, saturdays: 'OPEN' }, [], ...years)
    expect(days.map(({ day }) => day)).toEqual(table.map(([, , , , , open]) => open))
    const holySaturday = days.find(({ periodKey }) => periodKey === '2028-04-Q1')
    expect(holySaturday?.moved).toEqual({ reason: 'HOLIDAY', name: 'Sábado Santo' })
  })
})

test("a company's own days close too, and one beside another moves further", () => {
  const own = [
    { day: '2028-02-29', name: 'Inventario' },
    { day: '2028-02-28', name: 'Aniversario' },
    { day: '2027-12-31', name: 'Cierre' },
  ]
  const days = paidDays({ startsOn: '2027-12-16', endsOn: '2028-02-29' }, own)
  expect(days).toEqual([
    '2027-12-Q2 2027-12-31 2027-12-30 COMPANY_DAY Cierre',
    '2028-01-Q1 2028-01-15 2028-01-14 SATURDAY',
    '2028-01-Q2 2028-01-31 2028-01-31',
    '2028-02-Q1 2028-02-15 2028-02-15',
    '2028-02-Q2 2028-02-29 2028-02-25 COMPANY_DAY Inventario',
  ])
})

test('a month paid on its last day moves over its end and keeps its key', () => {
  const month = { every: 'MONTH', days: ['LAST'], whenClosed: 'AFTER' } as const
  expect(paidDays({ ...month, startsOn: '2028-12-01', endsOn: '2028-12-31' })).toEqual([
    '2028-12 2028-12-31 2029-01-02 SUNDAY',
  ])
  const first = { every: 'MONTH', days: [1], startsOn: '2027-05-01', endsOn: '2027-05-31' } as const
  expect(paidDays(first)).toEqual(['2027-05 2027-05-01 2027-04-30 SATURDAY'])
})

test('a day 31 → the last day of a shorter month, also of February', () => {
  const days = paidDays({
    every: 'MONTH',
    days: [31],
    startsOn: '2028-01-01',
    endsOn: '2028-04-30',
  })
  expect(days.map((day) => day.split(' ')[1])).toEqual([
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
  ])
})

test('two days in any order → the first of the month is Q1', () => {
  const days = paidDays({ days: [30, 15], startsOn: '2027-02-01', endsOn: '2027-02-28' })
  expect(days).toEqual([
    '2027-02-Q1 2027-02-15 2027-02-15',
    '2027-02-Q2 2027-02-28 2027-02-26 SUNDAY',
  ])
})

test("weeks over the year's end → the key has the year of the ISO week", () => {
  const week = { every: 'WEEK', days: [], weekday: 5, startsOn: '2026-12-20' } as const
  expect(paidDays({ ...week, endsOn: '2027-01-10' })).toEqual([
    '2026-W52 2026-12-25 2026-12-24 HOLIDAY Navidad',
    '2026-W53 2027-01-01 2026-12-31 HOLIDAY Año Nuevo',
    '2027-W01 2027-01-08 2027-01-08',
  ])
})

test('the hour is of the zone, and the window has its start and not its end', () => {
  const due = at('2027-01-15T15:00:00Z')
  const within = (from: Date, to: Date) =>
    occurrencesBetween(schedule, [], from, to).map(({ dueAt }) => dueAt)
  expect(within(due, at('2027-01-16T00:00Z'))).toEqual([due])
  expect(within(at('2027-01-10T00:00Z'), due)).toEqual([])
  expect(within(due, due)).toEqual([])
  expect(within(at('2027-02-01T00:00Z'), at('2027-01-01T00:00Z'))).toEqual([])
})

describe('the next paydays', () => {
  test('five are asked for → five, over the year', () => {
    const next = nextOccurrences(schedule, [], at('2027-11-20T00:00Z'), 5)
    expect(next.map(({ periodKey }) => periodKey)).toEqual([
      '2027-11-Q2',
      '2027-12-Q1',
      '2027-12-Q2',
      '2028-01-Q1',
      '2028-01-Q2',
    ])
  })

  test('the schedule begins in years, or ends soon → those that there are', () => {
    const keys = (changes: Partial<PaySchedule>) =>
      nextOccurrences({ ...schedule, ...changes }, [], at('2027-01-10T00:00Z'), 2).map(
        ({ periodKey }) => periodKey,
      )
    expect(keys({ startsOn: '2040-06-01' })).toEqual(['2040-06-Q1', '2040-06-Q2'])
    expect(keys({ endsOn: '2027-01-20' })).toEqual(['2027-01-Q1'])
    expect(keys({ startsOn: '2026-01-01', endsOn: '2026-12-31' })).toEqual([])
  })
})
