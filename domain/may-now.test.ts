import { expect, test } from 'vitest'
import { type Deed, mayNow, type PersonFacts } from './may-now.ts'

const hour = 60 * 60_000
const began = new Date('2026-03-02T12:00:00Z')
const after = (hours: number) => new Date(began.getTime() + hours * hour)
const person = (changes: Partial<PersonFacts> = {}): PersonFacts => ({
  role: 'ADMIN',
  roleSince: after(100),
  factorsResetAt: null,
  passwordResetAt: null,
  removedAt: null,
  hasKey: false,
  ...changes,
})
const at = (hours: number) => ({ companyCreatedAt: began, now: after(hours) })
const approve = (hours: number, strongOnly = false): Deed => ({
  kind: 'APPROVE',
  strongOnly,
  ...at(hours),
})
const yes = { code: 'YES', from: null, why: null }
const waits = (why: string, hours: number) => ({ code: 'FROM', from: after(hours), why })

test.each([
  ['ADMIN', 'YES', 'YES'],
  ['APPROVER', 'YES', 'NO'],
  ['PAYROLL', 'NO', 'NO'],
  ['ACCOUNTANT', 'NO', 'NO'],
] as const)('%s approves for others: %s, and the own orders: %s', (role, others, own) => {
  expect(mayNow(person({ role }), approve(200)).code).toBe(others)
  expect(mayNow(person({ role }), { kind: 'OWN_CODE', ...at(200) }).code).toBe(own)
})

test('a role counts 24 hours after it was given, not a moment before', () => {
  expect(mayNow(person(), approve(123.9))).toEqual(waits('ROLE', 124))
  expect(mayNow(person(), approve(124))).toEqual(yes)
})

test('a role given in the first 24 hours of the company → counts at once', () => {
  expect(mayNow(person({ roleSince: after(23) }), approve(23)).code).toBe('YES')
  expect(mayNow(person({ roleSince: after(24) }), approve(24)).code).toBe('FROM')
})

test('factors that were reset → counts 24 hours later, in the first day too', () => {
  const reset = person({ roleSince: began, factorsResetAt: after(2) })
  expect(mayNow(reset, approve(3))).toEqual(waits('FACTORS', 26))
  expect(mayNow(reset, approve(26))).toEqual(yes)
})

test('several waits → the one that ends last', () => {
  expect(mayNow(person({ factorsResetAt: after(90) }), approve(105))).toEqual(waits('ROLE', 124))
})

test('where only keys move money, somebody without one does not count', () => {
  expect(mayNow(person(), approve(200, true)).code).toBe('NEEDS_KEY')
  expect(mayNow(person({ hasKey: true }), approve(200, true)).code).toBe('YES')
})

test.each([
  ['somebody who was there before → a day', after(99), waits('ROLE', 124)],
  ['somebody who came later → at once', after(101), yes],
  ['oneself → at once', after(100), yes],
])('weakens %s', (_who, otherRoleSince, expected) => {
  expect(mayNow(person(), { kind: 'WEAKEN', otherRoleSince, ...at(101) })).toEqual(expected)
})

test('an address of one’s own change → a day after the change or the report', () => {
  const deed = { kind: 'RELEASE_OWN', heldSince: after(300) } as const
  expect(mayNow(person(), { ...deed, ...at(323) })).toEqual(waits('HOLD', 324))
  expect(mayNow(person(), { ...deed, ...at(324) })).toEqual(yes)
  expect(mayNow(person({ role: 'APPROVER' }), { ...deed, ...at(324) }).code).toBe('NO')
})

test.each([
  ['never reset', null, true, 301, yes],
  ['reset, codes by mail', after(300), true, 323.9, waits('RESET', 324)],
  ['reset a day ago', after(300), true, 324, yes],
  ['reset, codes by another channel', after(300), false, 301, yes],
] as const)(
  'money to a new address, password %s',
  (_what, passwordResetAt, byMail, hours, expected) => {
    const deed = { kind: 'PAY_NEW_ADDRESS', byMail, now: after(hours) } as const
    expect(mayNow(person({ role: 'PAYROLL', passwordResetAt }), deed)).toEqual(expected)
  },
)

test.each([
  ['no reset after the freeze', {}, false, 'NO'],
  ['a reset before the freeze', { passwordResetAt: after(299) }, false, 'NO'],
  [
    'a role too new at the freeze',
    { passwordResetAt: after(301), roleSince: after(290) },
    false,
    'NO',
  ],
  ['a code by another channel', { passwordResetAt: after(301) }, false, 'YES'],
  ['a code by mail', { passwordResetAt: after(301) }, true, 'FROM'],
] as const)('unfreezing after %s: %s', (_what, changes, byMail, code) => {
  const deed = { kind: 'UNFREEZE', frozenAt: after(300), byMail, ...at(302) } as const
  expect(mayNow(person(changes), deed).code).toBe(code)
})

test('a change that loosens takes effect a day after its approvals; any other at once', () => {
  const change = { kind: 'APPLY_CHANGE', approvedAt: after(10), now: after(11) } as const
  expect(mayNow(null, { ...change, delayed: true })).toEqual(waits('CHANGE', 34))
  expect(mayNow(null, { ...change, delayed: false })).toEqual(yes)
})

test.each<Deed>([
  approve(400),
  { kind: 'OWN_CODE', ...at(400) },
  { kind: 'WEAKEN', otherRoleSince: after(200), ...at(400) },
  { kind: 'RELEASE_OWN', heldSince: began, ...at(400) },
  { kind: 'PAY_NEW_ADDRESS', byMail: false, now: after(400) },
  { kind: 'UNFREEZE', frozenAt: after(200), byMail: false, ...at(400) },
])('somebody who was removed may do nothing more: $kind', (deed) => {
  expect(mayNow(person({ removedAt: after(150), passwordResetAt: after(201) }), deed).code).toBe(
    'NO',
  )
})
