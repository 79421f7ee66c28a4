import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ChangePayload } from '#contract/change-orders.ts'
import { isEnough } from './approvals.ts'
import {
  type Authority,
  begin,
  beginWhenSigned,
  type CountingKey,
  countNeededForChange,
  countNeededForOrder,
  findCountingKeys,
  isTightening,
  withFactor,
  withRole,
  withRules,
  withSigned,
} from './authority.ts'

const start = new Date('2026-11-23T12:00:00.000Z')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
const past = '2026-11-01T00:00:00.000Z'

const [ana, luis, eva] = [randomUUID(), randomUUID(), randomUUID()]
const keyOf = (userId: string, credentialId = `key-${userId}`) => ({
  userId,
  credentialId,
  publicKey: 'pQECAyYgASFYIA',
})
const tier = (dollars: number, approvals: number) => ({
  fromUsdCents: String(dollars * 100),
  approvals,
})
const rules = (change: Partial<ChangePayload<'RULES'>> = {}): ChangePayload<'RULES'> => ({
  tiers: [tier(500, 1), tier(10_000, 2)],
  strongOnly: true,
  members: [],
  keys: [],
  ...change,
})
const listed = begin(
  null,
  'switch',
  rules({
    members: [
      { userId: ana, role: 'ADMIN', countsFrom: past },
      { userId: luis, role: 'APPROVER', countsFrom: hours(10).toISOString() },
    ],
    keys: [keyOf(ana), keyOf(luis)],
  }),
  start,
)
const switched = { ...listed, strongOnly: true }
const people = (one: Authority, now: Date) => findCountingKeys(one, now).map(({ userId }) => userId)
const signed = (...userIds: string[]): Map<string, CountingKey> =>
  new Map(userIds.map((id) => [id, { ...keyOf(id), role: id === ana ? 'ADMIN' : 'APPROVER' }]))

test('a listed key counts once its owner has signed the list, within 72 hours', () => {
  expect(people(switched, start)).toEqual([])
  const one = withSigned(switched, `key-${ana}`, hours(1))
  expect(people(one, hours(1))).toEqual([ana])
  expect(people(one, start)).toEqual([])
  expect(withSigned(switched, `key-${luis}`, hours(73))).toBe(switched)
  expect(withSigned(switched, 'key-of-a-thief', hours(1))).toBe(switched)
})

const signedBy = (one: Authority, ...userIds: string[]) =>
  userIds.reduce((next, id) => withSigned(next, `key-${id}`, hours(1)), one)
const begins = (one: Authority, at: Date) => beginWhenSigned(one, at).strongOnly

test('keys alone move money from when everybody whose key is listed has signed', () => {
  expect(begins(listed, hours(1))).toBe(false)
  expect(begins(signedBy(listed, ana), hours(1))).toBe(false)
  expect(begins(signedBy(listed, ana, luis), hours(1))).toBe(true)
})

test('72 hours later most of them are enough, and as many as the rules ask for', () => {
  const three = { ...listed, tiers: [tier(0, 1)] }
  three.listed = { ...listed.listed, keys: [ana, luis, eva].map((id) => keyOf(id)) } as never
  expect(begins(signedBy(three, ana, luis), hours(71))).toBe(false)
  expect(begins(signedBy(three, ana, luis), hours(73))).toBe(true)
  expect(begins(signedBy({ ...three, tiers: [tier(0, 2)] }, ana, luis), hours(73))).toBe(false)
  const late = beginWhenSigned(signedBy(three, ana), hours(73))
  expect(late).toMatchObject({ strongOnly: false, keys: [], listed: null })
})

test('a member whose role is too new does not count yet, whatever the key has signed', () => {
  const one = withSigned(switched, `key-${luis}`, hours(1))
  expect(people(one, hours(9))).toEqual([])
  expect(people(one, hours(11))).toEqual([luis])
})

test('the sum of a day chooses the tier; a change needs the highest', () => {
  expect(countNeededForOrder(switched, 49_999n)).toBe(0)
  expect(countNeededForOrder(switched, 50_000n)).toBe(1)
  expect(countNeededForOrder(switched, 1_000_000n)).toBe(2)
  expect(countNeededForChange(switched)).toBe(2)
})

test('an asker does not count but where nobody is needed and the asker administers', () => {
  expect(isEnough(signed(ana), 1, { askedBy: ana })).toBe(false)
  expect(isEnough(signed(ana, luis), 1, { askedBy: ana })).toBe(true)
  expect(isEnough(signed(luis), 2, { askedBy: ana })).toBe(false)
  expect(isEnough(signed(), 0, { askedBy: ana })).toBe(false)
  expect(isEnough(signed(ana), 0, { askedBy: ana })).toBe(true)
  expect(isEnough(signed(luis), 0, { askedBy: luis })).toBe(false)
  expect(isEnough(signed(luis), 0, { askedBy: ana })).toBe(true)
})

test('a removed person and a removed key count no more; a lower role neither', () => {
  const one = withSigned(switched, `key-${ana}`, hours(1))
  expect(people(withRole(one, { userId: ana, role: null }, hours(2)), hours(3))).toEqual([])
  expect(people(withRole(one, { userId: ana, role: 'PAYROLL' }, hours(2)), hours(3))).toEqual([])
  const removed = withFactor(one, { ...keyOf(ana), role: 'ADMIN', publicKey: null }, hours(2))
  expect(people(removed, hours(3))).toEqual([])
})

test('an approved key of a new person counts with that person’s role', () => {
  const one = withFactor(switched, { ...keyOf(eva), role: 'APPROVER' }, hours(2))
  expect(people(one, hours(2))).toEqual([eva])
  const reader = withFactor(switched, { ...keyOf(eva), role: 'ACCOUNTANT' }, hours(2))
  expect(people(reader, hours(2))).toEqual([])
})

test('rules that ask for less anywhere, or let codes move money, loosen', () => {
  const asks = (...tiers: ChangePayload<'RULES'>['tiers']) =>
    isTightening(switched, rules({ tiers }))
  expect(asks(tier(500, 1), tier(10_000, 2))).toBe(true)
  expect(asks(tier(0, 1), tier(10_000, 3))).toBe(true)
  expect(asks(tier(500, 1))).toBe(false)
  expect(asks(tier(600, 1), tier(10_000, 2))).toBe(false)
  expect(asks()).toBe(false)
  expect(isTightening(switched, rules({ strongOnly: false }))).toBe(false)
})

test('switched off and on again → no key of before counts', () => {
  const one = withSigned(switched, `key-${ana}`, hours(1))
  const off = withRules(one, rules({ strongOnly: false }))
  expect(off.keys).toEqual([])
  const again = begin(off, 'again', rules({ keys: [keyOf(ana)], members: one.members }), hours(2))
  expect(people(again, hours(3))).toEqual([])
  expect(again.handled).toEqual(['switch', 'again'])
})
