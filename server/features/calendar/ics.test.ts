import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { calendarFeed, type FeedOccurrence } from './ics.ts'

const writtenAt = new Date('2026-11-25T15:00:00Z')
const payday: FeedOccurrence = {
  payroll: { id: '0b6d1c8e-8f36-4d0c-9f3a-2b1d8c5a7e90', name: 'Beneficio Santa Ana' },
  kind: 'REGULAR',
  periodKey: '2026-11-Q2',
  dueAt: new Date('2026-11-30T14:00:00Z'),
  isSkipped: false,
}
/** Parses the feed with a library other than the one that wrote it. */
function read(...occurrences: FeedOccurrence[]) {
  const calendar = new ICAL.Component(ICAL.parse(calendarFeed(occurrences, 'es', writtenAt)))
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

test('a payday reads back with its instant, its payroll and its state', () => {
  const [event, none] = read(payday)
  expect(none).toBeUndefined()
  expect(event?.summary).toBe('Pago: Beneficio Santa Ana')
  expect(event?.startDate.toJSDate()).toEqual(payday.dueAt)
  expect(event?.startDate.zone.tzid).toBe('UTC')
  expect(event?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(event?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
  expect(event?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-25T15:00:00Z')
})

test('a payday that was moved keeps its UID, and each period has its own', () => {
  const moved = { ...payday, dueAt: new Date('2026-12-01T14:00:00Z') }
  const [before] = read(payday)
  const [after, next, other] = read(
    moved,
    { ...payday, periodKey: '2026-12-Q1' },
    { ...payday, payroll: { ...payday.payroll, id: '5d1f' } },
  )
  expect(after?.uid).toBe(before?.uid)
  expect(new Set([after?.uid, next?.uid, other?.uid]).size).toBe(3)
})

test('a skipped payday is cancelled', () => {
  const [event] = read({ ...payday, isSkipped: true })
  expect(event?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test('special pays are named by their kind', () => {
  const kinds = ['AGUINALDO', 'QUINCENA_25', 'BONUS'] as const
  const events = read(...kinds.map((kind) => ({ ...payday, kind, periodKey: kind })))
  expect(events.map(({ summary }) => summary)).toEqual([
    'Aguinaldo: Beneficio Santa Ana',
    'Quincena 25: Beneficio Santa Ana',
    'Bono: Beneficio Santa Ana',
  ])
})

test('any name of a payroll → it reads back whole and adds no line of its own', () => {
  const names = [
    'Corte, secado; y "trilla" \\ 2026',
    'Planilla\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:otra',
    'Ñandú: el café más antiguo de la cordillera del Bálsamo y de toda la región 🇸🇻☕',
    '{{payroll}} $& \u202fMañana',
  ]
  for (const name of names) {
    const events = read({ ...payday, payroll: { id: '1', name } })
    expect(events).toHaveLength(1)
    expect(events[0]?.summary).toBe(`Pago: ${name.replaceAll('\r\n', '\n')}`)
  }
})

test('the text has lines of at most 75 octets, each ended as RFC 5545 says', () => {
  const name = 'Cafetería «Antiguo Cuscatlán», sucursal de la colonia San Benito — turno de noche'
  const text = calendarFeed([{ ...payday, payroll: { id: '1', name } }], 'es', writtenAt)
  for (const line of text.split('\r\n')) {
    expect(line).not.toMatch(/[\r\n]/)
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  }
})

test('no language has an amount or a placeholder left over, and an empty feed is one', () => {
  for (const language of languages) {
    const text = calendarFeed([payday], language, writtenAt)
    expect(text).not.toMatch(/\{\{|\$|USD|BTC/)
    const empty = new ICAL.Component(ICAL.parse(calendarFeed([], language, writtenAt)))
    expect(empty.getFirstPropertyValue('version')).toBe('2.0')
    expect(empty.getAllSubcomponents('vevent')).toEqual([])
  }
})
