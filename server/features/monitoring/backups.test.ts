import { expect, test } from 'vitest'
import { ago, backupState, shortDay } from './backups.ts'

const now = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test.each([
  ['none at all', null, 'none'],
  ['one of this night', { last: 6, first: 6, proven: null }, 'unproven'],
  ['proven last week', { last: 6, first: 900, proven: 96 }, 'ok'],
  ['the night’s is missing', { last: 27, first: 900, proven: 27 }, 'old'],
  ['nightly, and none proven in 8 days', { last: 6, first: 200, proven: null }, 'proofDue'],
  ['nightly, and the last proof is 8 days old', { last: 6, first: 900, proven: 193 }, 'proofDue'],
] as const)('backups: %s → %3$s', (_, found, state) => {
  const backups = found && {
    lastAt: hoursAgo(found.last),
    firstAt: hoursAgo(found.first),
    provenAt: found.proven === null ? null : hoursAgo(found.proven),
    recordAt: null,
  }
  expect(backupState(backups, now)).toBe(state)
})

test('how long ago is said in whole units', () => {
  const said = [0, 0.5, 1.5, 6.9, 47, 49].map((hours) => ago(hoursAgo(hours), now, 'es'))
  expect(said).toEqual([
    'hace 0 min',
    'hace 30 min',
    'hace 90 min',
    'hace 6 h',
    'hace 47 h',
    'hace 2 d',
  ])
  expect(shortDay(new Date('2026-11-21T03:00:00Z'), 'es')).toBe('20 nov')
})
