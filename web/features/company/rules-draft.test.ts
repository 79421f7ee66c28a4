import { expect, test } from 'vitest'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Member } from '#contract/team.ts'
import {
  aloneBelow,
  countToday,
  findRuleChanges,
  findTierFault,
  makeTierDraft,
  narrowest,
  parseTiers,
} from './rules-draft.ts'

const one = { fromUsd: 500, approvals: 1 }
const two = { fromUsd: 5000, approvals: 2 }
const rules: ApprovalRules = { tiers: [one, two], strongOnly: false, pending: null }

test('rows in any order → tiers by amount', () => {
  expect(parseTiers([makeTierDraft(two), makeTierDraft(one)])).toEqual([one, two])
})

test.each([
  ['nothing typed', undefined, 'required'],
  ['no number', 'mucho', 'invalid'],
  ['three decimals', 1.234, 'salaryDecimals'],
  ['an amount of another row', 500, 'invalid'],
])('%s → the row says so, and there are no tiers', (_, fromUsd, fault) => {
  const rows = [makeTierDraft(one), { ...makeTierDraft({}), fromUsd }]
  expect(findTierFault(rows[1] ?? makeTierDraft({}), rows)).toBe(fault)
  expect(parseTiers(rows)).toBeNull()
})

test('nothing differs → nothing to save; else only what does', () => {
  expect(findRuleChanges(rules, [one, two], false)).toBeNull()
  expect(findRuleChanges(rules, [one], false)).toEqual({ tiers: [one] })
  expect(findRuleChanges(rules, [one, two], true)).toEqual({ strongOnly: true })
})

test('the first tier that asks for somebody → nobody pays alone from there', () => {
  expect(aloneBelow([{ fromUsd: 0, approvals: 0 }, one])).toBe(500)
  expect(aloneBelow([])).toBeNull()
})

test('by keys alone → only those who have one count', () => {
  const member = (code: 'YES' | 'FROM', factors: Member['factors']) =>
    ({ counts: { code, from: null }, factors }) as Member
  const members = [
    member('YES', ['PASSKEY']),
    member('YES', ['EMAIL']),
    member('FROM', ['PASSKEY']),
  ]
  expect(countToday(members, false)).toBe(2)
  expect(countToday(members, true)).toBe(1)
})

test('a tier asks for all who count, or for more → it is named', () => {
  expect(narrowest([one, two], 3)).toBeNull()
  expect(narrowest([one, two], 2)).toEqual({ ...two, kind: 'absence' })
  expect(narrowest([one, two], 1)).toEqual({ ...two, kind: 'never' })
  expect(narrowest([], 0)).toBeNull()
})
