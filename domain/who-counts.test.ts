import { expect, test } from 'vitest'
import { type ApproverFacts, countsOf } from './who-counts.ts'

const hour = 60 * 60_000
const began = new Date('2026-03-02T12:00:00Z')
const after = (hours: number) => new Date(began.getTime() + hours * hour)
const person = (changes: Partial<ApproverFacts> = {}): ApproverFacts => ({
  role: 'APPROVER',
  roleSince: after(100),
  factorsResetAt: null,
  removedAt: null,
  hasKey: false,
  ...changes,
})
const at = (hours: number, strongOnly = false) => ({
  companyCreatedAt: began,
  strongOnly,
  now: after(hours),
})

test.each([
  ['ADMIN', 'YES'],
  ['APPROVER', 'YES'],
  ['PAYROLL', 'NO'],
  ['ACCOUNTANT', 'NO'],
] as const)('the approval of %s counts: %s', (role, code) => {
  expect(countsOf(person({ role }), at(200)).code).toBe(code)
})

test('a role counts 24 hours after it was given, not a moment before', () => {
  expect(countsOf(person(), at(123.9))).toEqual({ code: 'FROM', from: after(124) })
  expect(countsOf(person(), at(124))).toEqual({ code: 'YES', from: null })
})

test('a role given in the first 24 hours of the company → counts at once', () => {
  expect(countsOf(person({ roleSince: after(23) }), at(23)).code).toBe('YES')
  expect(countsOf(person({ roleSince: after(24) }), at(24)).code).toBe('FROM')
})

test('factors that were reset → counts 24 hours later, in the first day too', () => {
  const reset = person({ roleSince: began, factorsResetAt: after(2) })
  expect(countsOf(reset, at(3))).toEqual({ code: 'FROM', from: after(26) })
  expect(countsOf(reset, at(26)).code).toBe('YES')
})

test('somebody who was removed counts no more', () => {
  expect(countsOf(person({ removedAt: after(150) }), at(200)).code).toBe('NO')
})

test('where only keys move money, somebody without one does not count', () => {
  expect(countsOf(person(), at(200, true)).code).toBe('NEEDS_KEY')
  expect(countsOf(person({ hasKey: true }), at(200, true)).code).toBe('YES')
})
