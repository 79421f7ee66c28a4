import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './day.ts'
import { dayIn, findSkippedDay, instantOf, isTimeZone } from './zoned-time.ts'

const utc = (day: string, hour: string, timeZone: string) =>
  instantOf(day, hour, timeZone).toISOString()

test('El Salvador is 6 hours behind UTC all year', () => {
  expect(utc('2027-01-15', '09:00', 'America/El_Salvador')).toBe('2027-01-15T15:00:00.000Z')
  expect(utc('2027-07-15', '23:59', 'America/El_Salvador')).toBe('2027-07-16T05:59:00.000Z')
})

test('New York skips 2:30 in March → the first instant after the gap', () => {
  expect(utc('2027-03-14', '02:30', 'America/New_York')).toBe('2027-03-14T07:00:00.000Z')
  expect(utc('2027-03-14', '01:59', 'America/New_York')).toBe('2027-03-14T06:59:00.000Z')
  expect(utc('2027-03-14', '03:00', 'America/New_York')).toBe('2027-03-14T07:00:00.000Z')
})

test('New York has 1:30 twice in November → the first', () => {
  expect(utc('2027-11-07', '01:30', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z')
  expect(utc('2027-11-07', '02:00', 'America/New_York')).toBe('2027-11-07T07:00:00.000Z')
})

test('Madrid skips 2:30 in March and has it twice in October', () => {
  expect(utc('2027-03-28', '02:30', 'Europe/Madrid')).toBe('2027-03-28T01:00:00.000Z')
  expect(utc('2027-10-31', '02:30', 'Europe/Madrid')).toBe('2027-10-31T00:30:00.000Z')
  expect(utc('2027-10-31', '03:00', 'Europe/Madrid')).toBe('2027-10-31T02:00:00.000Z')
})

test('a change of half an hour, at midnight, and a day that a zone never had', () => {
  expect(utc('2027-10-03', '02:15', 'Australia/Lord_Howe')).toBe('2027-10-02T15:30:00.000Z')
  expect(utc('2027-04-30', '00:15', 'Africa/Cairo')).toBe('2027-04-29T22:00:00.000Z')
  // Samoa went from 29 to 31 December 2011 over the date line.
  expect(utc('2011-12-30', '09:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
})

test('the day of an instant is the day of the zone', () => {
  const instant = new Date('2027-01-16T05:59:59.999Z')
  expect(dayIn('America/El_Salvador', instant)).toBe('2027-01-15')
  expect(dayIn('America/El_Salvador', new Date('2027-01-16T06:00:00Z'))).toBe('2027-01-16')
  expect(dayIn('Pacific/Kiritimati', instant)).toBe('2027-01-16')
})

test('names that the platform does not know, and offsets, are no time zones', () => {
  expect(['America/El_Salvador', 'Europe/Madrid', 'UTC'].every(isTimeZone)).toBe(true)
  expect(['Marte/Olimpo', '', '-06:00', '+05:00', 'CEST-2', ' UTC'].some(isTimeZone)).toBe(false)
  expect(() => instantOf('2027-01-01', '09:00', 'Marte/Olimpo')).toThrow(RangeError)
})

test('any local time of any zone → read back it is the same, or a gap follows', () => {
  const zones = ['America/New_York', 'Europe/Madrid', 'America/El_Salvador', 'Pacific/Chatham']
  const minutes = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 730 }),
      minutes,
      fc.constantFrom(...zones),
      (n, m, zone) => {
        const day = addDays('2027-01-01', n)
        const two = (value: number) => String(value).padStart(2, '0')
        const hour = `${two(Math.floor(m / 60))}:${two(m % 60)}`
        const instant = instantOf(day, hour, zone)
        const clock = new Intl.DateTimeFormat('sv', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        })
        const [before, now] = [new Date(instant.getTime() - 1), instant].map((at) =>
          clock.format(at),
        )
        expect(now === `${day} ${hour}` || `${before}` < `${day} ${hour}`).toBe(true)
        expect(`${now}` >= `${day} ${hour}`).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
})

const start = Date.parse('2026-11-24T00:00:00Z')

test('an hour that a change of time skips is found, whatever hour it is', () => {
  const hours = Array.from({ length: 48 }, (_, half) => new Date(start + half * 1_800_000))
  const found = hours.map((from) => findSkippedDay('02:30', 'America/New_York', from))
  expect(new Set(found)).toEqual(new Set(['2027-03-14']))
})
