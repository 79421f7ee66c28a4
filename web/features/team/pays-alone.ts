import type { Tier } from '#contract/approval-rules.ts'

/** Whether somebody can pay without another person; under a sum, or not at all. */
export type PaysAlone = { kind: 'yes' } | { kind: 'under'; usd: number } | { kind: 'no' }

/** The tiers that ask for somebody, and those after them. */
export function findApprovedTiers(tiers: readonly Tier[]): readonly Tier[] {
  const first = tiers.findIndex(({ approvals }) => approvals > 0)
  return first === -1 ? [] : tiers.slice(first)
}

export function paysAlone(tiers: readonly Tier[]): PaysAlone {
  const [first] = findApprovedTiers(tiers)
  if (first === undefined) return { kind: 'yes' }
  return first.fromUsd > 0 ? { kind: 'under', usd: first.fromUsd } : { kind: 'no' }
}
