import { expect, test } from 'vitest'
import { findApprovedTiers, paysAlone } from './pays-alone.ts'

const tiers = (...pairs: [number, number][]) =>
  pairs.map(([fromUsd, approvals]) => ({ fromUsd, approvals }))

test.each([
  ['no rule', tiers(), { kind: 'yes' }],
  ['a rule that asks for nobody', tiers([0, 0]), { kind: 'yes' }],
  ['from $500', tiers([0, 0], [500, 1], [5000, 2]), { kind: 'under', usd: 500 }],
  ['from the first dollar', tiers([0, 1]), { kind: 'no' }],
] as const)('%s → whether somebody pays alone', (_name, rule, answer) => {
  expect(paysAlone(rule)).toEqual(answer)
})

test('tiers before the first that asks for somebody are not told', () => {
  expect(findApprovedTiers(tiers([0, 0], [500, 1], [5000, 2]))).toEqual(tiers([500, 1], [5000, 2]))
})
