import { expect, test } from 'vitest'
import { needsOtherChannel, waitsUntil } from './reset-wait.ts'

const resetAt = new Date('2026-11-22T10:00:00Z')
const until = new Date('2026-11-23T10:00:00Z')
const aMomentBefore = new Date(until.getTime() - 1)

test.each([
  ['who never reset a password does not wait', null, 'EMAIL', aMomentBefore, null],
  ['after a reset the mailbox waits for 24 hours', resetAt, 'EMAIL', aMomentBefore, until],
  ['24 hours after a reset nothing waits', resetAt, 'EMAIL', until, null],
  ['codes by text message wait for nothing', resetAt, 'SMS', aMomentBefore, null],
] as const)('%s', (_, at, codesVia, now, expected) => {
  expect(waitsUntil({ resetAt: at, codesVia }, now)).toEqual(expected)
})

test.each([
  ['after a reset a code by text message is needed', resetAt, 'SMS', aMomentBefore, true],
  ['24 hours after a reset it is not', resetAt, 'SMS', until, false],
  ['without a reset it is not', null, 'SMS', aMomentBefore, false],
  ['a code by mail does not help', resetAt, 'EMAIL', aMomentBefore, false],
] as const)('%s', (_, at, codesVia, now, expected) => {
  expect(needsOtherChannel({ resetAt: at, codesVia }, now)).toBe(expected)
})
