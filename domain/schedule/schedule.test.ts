import { describe, expect, test } from 'vitest'
import { type PaySchedule, scheduleFaults } from './schedule.ts'

const fortnights: PaySchedule = {
  every: 'FORTNIGHT',
  days: [15, 'LAST'],
  hour: '09:00',
  timeZone: 'America/El_Salvador',
  whenClosed: 'BEFORE',
  saturdays: 'CLOSED',
  startsOn: '2026-11-25',
  endsOn: null,
  mode: 'REMIND',
}
const faults = (changes: Partial<PaySchedule>) =>
  scheduleFaults({ ...fortnights, ...changes }).map(({ field, code }) => `${field} ${code}`)

describe('rhythms', () => {
  test('a rhythm with its own days → no fault', () => {
    expect(faults({})).toEqual([])
    expect(faults({ days: [1, 15] })).toEqual([])
    expect(faults({ days: [27, 'LAST'] })).toEqual([])
    expect(faults({ every: 'MONTH', days: [31] })).toEqual([])
    expect(faults({ every: 'WEEK', days: [], weekday: 7 })).toEqual([])
  })

  test('a fortnight without exactly two days is refused', () => {
    expect(faults({ days: [15] })).toEqual(['days TWO_DAYS'])
    expect(faults({ days: [] })).toEqual(['days TWO_DAYS'])
    expect(faults({ days: [5, 15, 25] })).toEqual(['days TWO_DAYS'])
  })

  test('two days that fall on one date in some month are refused', () => {
    for (const days of [
      [15, 15],
      [30, 'LAST'],
      [31, 'LAST'],
      [28, 'LAST'],
      [28, 29],
      [29, 30],
    ]) {
      expect(faults({ days: days as PaySchedule['days'] }), days.join()).toEqual(['days SAME_DATE'])
    }
  })

  test('a month without exactly one day is refused', () => {
    expect(faults({ every: 'MONTH' })).toEqual(['days ONE_DAY'])
    expect(faults({ every: 'MONTH', days: [] })).toEqual(['days ONE_DAY'])
  })

  test('a week needs a weekday and has no days, and others have no weekday', () => {
    const week = { every: 'WEEK', days: [] } as const
    expect(faults(week)).toEqual(['weekday WEEKDAY_MISSING'])
    expect(faults({ ...week, weekday: 8 })).toEqual(['weekday WEEKDAY_OUT_OF_RANGE'])
    expect(faults({ ...week, weekday: 0 })).toEqual(['weekday WEEKDAY_OUT_OF_RANGE'])
    expect(faults({ every: 'WEEK', weekday: 1 })).toEqual(['days NO_DAYS'])
    expect(faults({ weekday: 1 })).toEqual(['weekday NO_WEEKDAY'])
  })

  test('a day that no month has is refused', () => {
    for (const day of [0, 32, -1, 15.5, Number.NaN]) {
      expect(faults({ days: [10, day] }), `${day}`).toEqual(['days DAY_OUT_OF_RANGE'])
    }
  })
})

test('an hour or a time zone that does not exist is refused', () => {
  for (const hour of ['24:00', '9:00', '09:60', '09:00:00', '', '0900']) {
    expect(faults({ hour }), hour).toEqual(['hour BAD_HOUR'])
  }
  expect(faults({ timeZone: 'America/Izalco' })).toEqual(['timeZone UNKNOWN_TIME_ZONE'])
})

test('a start or an end that is no day is refused', () => {
  expect(faults({ startsOn: '2027-02-30' })).toEqual(['startsOn BAD_DATE'])
  expect(faults({ endsOn: '2027-02-29' })).toEqual(['endsOn BAD_DATE'])
  expect(faults({ endsOn: '2026-11-24' })).toEqual(['endsOn ENDS_BEFORE_START'])
})

test('a schedule that never comes due is refused', () => {
  expect(faults({ endsOn: '2026-11-29' })).toEqual(['endsOn NEVER_DUE'])
  expect(faults({ endsOn: '2026-11-30' })).toEqual([])
  const week = { every: 'WEEK', days: [], weekday: 2 } as const
  expect(faults({ ...week, endsOn: '2026-11-30' })).toEqual(['endsOn NEVER_DUE'])
  expect(faults({ ...week, endsOn: '2026-12-01' })).toEqual([])
})

test('several things are wrong → each is named', () => {
  expect(faults({ days: [15], hour: '25:00', timeZone: 'x/y', endsOn: '2026-01-01' })).toEqual([
    'days TWO_DAYS',
    'hour BAD_HOUR',
    'timeZone UNKNOWN_TIME_ZONE',
    'endsOn ENDS_BEFORE_START',
  ])
})
