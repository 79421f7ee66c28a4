import { expect, test } from 'vitest'
import { isPlanExpired, planEndsAt } from './plan-expiry.ts'

const at = (time: string) => new Date(`2026-11-22T${time}Z`)
const nextDay = (time: string) => new Date(`2026-11-23T${time}Z`)
const ordered = { needsApproval: false, requestedAt: at('10:00:00.000'), approvedAt: null }
const withApproval = { ...ordered, needsApproval: true }

test.each([
  ['one hour after the press a plan may still be signed', '11:00:00.000', false],
  ['a millisecond later it has expired', '11:00:00.001', true],
])('%s', (_, now, expired) => {
  expect(isPlanExpired(ordered, at(now))).toBe(expired)
})

test.each([
  [
    'an approval restarts the hour',
    { ...withApproval, approvedAt: at('22:30:00') },
    at('23:30:00'),
  ],
  ['without an approval the 24 hours hold, and one more', withApproval, nextDay('11:00:00')],
  [
    'an approval after more than 24 hours gains nothing',
    { ...withApproval, approvedAt: nextDay('19:00:00') },
    nextDay('11:00:00'),
  ],
  [
    'an approval of what needs none gains nothing',
    { ...ordered, approvedAt: at('22:30:00') },
    at('11:00:00'),
  ],
])('%s', (_, order, end) => {
  expect(planEndsAt(order)).toEqual(end)
})
