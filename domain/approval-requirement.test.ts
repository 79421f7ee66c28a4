import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeReasons } from './approval-code-reasons.ts'
import {
  approvalsFrom,
  approvalsOfChange,
  canLoosen,
  type Requirement,
  type RequirementTerms,
  requirementOf,
} from './approval-requirement.ts'
import { roles } from './roles.ts'

const alone: RequirementTerms = {
  kind: 'PAYMENT',
  askedBy: 'ADMIN',
  usdCents: 60_000n,
  orderedUsdCents: 0n,
  reasons: [],
  tiers: [],
  strongOnly: false,
  others: 0,
}
const required = (changes: Partial<RequirementTerms>) => requirementOf({ ...alone, ...changes })
const nobody = { required: 0, ownCode: false }
const ownCode = { required: 0, ownCode: true }
const others = (count: number) => ({ required: count, ownCode: false })

test('one administrator and no rule → as it was: a code for each reason and withdrawal', () => {
  expect(required({})).toEqual(nobody)
  for (const reason of codeReasons) expect(required({ reasons: [reason] })).toEqual(ownCode)
  expect(required({ kind: 'WITHDRAWAL' })).toEqual(ownCode)
})

test('a raise, or a period that may be paid → somebody else where somebody counts', () => {
  for (const reason of codeReasons) {
    const isForOthers = ['SALARY_RAISED', 'TOTAL_RAISED', 'UNCERTAIN_PERIOD'].includes(reason)
    expect(required({ others: 1, reasons: [reason] })).toEqual(isForOthers ? others(1) : ownCode)
  }
})

test('the tier is chosen by the sum of 24 hours: three of $600 count as $1,800', () => {
  const tiers = [
    { fromUsdCents: 0n, approvals: 0 },
    { fromUsdCents: 180_000n, approvals: 2 },
  ]
  expect(required({ tiers, orderedUsdCents: 60_000n })).toEqual(nobody)
  expect(required({ tiers, orderedUsdCents: 120_000n })).toEqual(others(2))
  expect(required({ tiers, orderedUsdCents: 119_999n })).toEqual(nobody)
})

test('with tiers a reason asks for one approval; a small withdrawal for the own code', () => {
  const tiers = [{ fromUsdCents: 1_000_000n, approvals: 2 }]
  for (const reason of codeReasons) {
    expect(required({ tiers, reasons: [reason] })).toEqual(others(1))
  }
  expect(required({ tiers, kind: 'WITHDRAWAL' })).toEqual(ownCode)
})

test('whatever somebody who prepares payrolls asks for needs somebody else', () => {
  expect(required({ askedBy: 'PAYROLL' })).toEqual(others(1))
  expect(required({ askedBy: 'PAYROLL', kind: 'WITHDRAWAL', others: 3 })).toEqual(others(1))
})

test('only passkeys move money → an administrator’s own releases what needs no others', () => {
  expect(required({ strongOnly: true })).toEqual(ownCode)
  expect(required({ strongOnly: true, askedBy: 'PAYROLL' })).toEqual(others(1))
})

const cents = fc.bigInt({ min: 0n, max: 1_000_000n })
const tier = fc.record({ fromUsdCents: cents, approvals: fc.nat(5) })
const anyTerms: fc.Arbitrary<RequirementTerms> = fc.record({
  kind: fc.constantFrom('PAYMENT', 'WITHDRAWAL'),
  askedBy: fc.constantFrom(...roles),
  usdCents: cents,
  orderedUsdCents: cents,
  reasons: fc.uniqueArray(fc.constantFrom(...codeReasons)),
  tiers: fc.array(tier, { maxLength: 5 }),
  strongOnly: fc.boolean(),
  others: fc.nat(5),
})
/** Strength of a requirement: nobody is below one's own code, and that is below another person. */
const strength = ({ required, ownCode }: Requirement) => required * 2 + Number(ownCode)

test('another reason, dollar, tier, person or key never lowers what is required', () => {
  fc.assert(
    fc.property(
      anyTerms,
      fc.constantFrom(...codeReasons),
      cents,
      tier,
      (terms, reason, sum, one) => {
        const before = strength(requirementOf(terms))
        const more: Partial<RequirementTerms>[] = [
          { reasons: [...terms.reasons, reason] },
          { usdCents: terms.usdCents + sum },
          { orderedUsdCents: terms.orderedUsdCents + sum },
          { tiers: [...terms.tiers, one] },
          { others: terms.others + 1 },
          { strongOnly: true },
          { kind: 'WITHDRAWAL' },
        ]
        for (const change of more) {
          expect(strength(requirementOf({ ...terms, ...change }))).toBeGreaterThanOrEqual(before)
        }
      },
    ),
  )
})

test('an order never needs both others and own code, nor more than its tiers or one', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const { required, ownCode } = requirementOf(terms)
      expect(required === 0 || !ownCode).toBe(true)
      const most = approvalsFrom(terms.tiers, terms.usdCents + terms.orderedUsdCents)
      expect(required).toBeLessThanOrEqual(Math.max(most, 1))
    }),
  )
})

test('a change needs the highest tier; one who asks of all who approve is one of them', () => {
  const tier = (approvals: number) => [{ fromUsdCents: 0n, approvals }]
  const needed = [
    [[], 3],
    [tier(1), 1],
    [tier(2), 2],
    [tier(2), 1],
    [tier(3), 2],
    [tier(3), 1],
    [tier(1), 0],
  ] as const
  expect(needed.map(([tiers, others]) => approvalsOfChange(tiers, others))).toEqual([
    0, 1, 2, 1, 2, 3, 1,
  ])
})

test('rules can be loosened while enough people are left, one of them the one who asks', () => {
  const least = (approvals: number, strongOnly = false) => {
    const rules = { tiers: [{ approvals: 0 }, { approvals }], strongOnly }
    return [1, 2, 3, 4, 5, 6].find((approvers) => canLoosen(rules, approvers))
  }
  expect([0, 1, 2, 3, 5].map((approvals) => least(approvals))).toEqual([1, 2, 2, 3, 5])
  expect([0, 1, 2, 5].map((approvals) => least(approvals, true))).toEqual([1, 2, 3, 6])
})
