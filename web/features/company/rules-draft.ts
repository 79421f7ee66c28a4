import {
  type ApprovalRules,
  type ApprovalRulesEdit,
  approvalRulesEdit,
  approvalsAtMost,
  type Tier,
} from '#contract/approval-rules.ts'
import { companyEdit } from '#contract/company.ts'
import type { Member } from '#contract/team.ts'

/** A row of the form; its amount is what was typed where that is no number. */
export interface DraftTier {
  key: number
  fromUsd: number | string | undefined
  approvals: number
}

let lastKey = 0
export const makeTierDraft = ({ fromUsd, approvals }: Partial<Tier>): DraftTier => {
  lastKey += 1
  return { key: lastKey, fromUsd, approvals: approvals ?? 1 }
}

/** The row's fault by a key of the contract's texts; undefined where it has none. */
export function findTierFault(row: DraftTier, rows: readonly DraftTier[]): string | undefined {
  if (row.fromUsd === undefined || row.fromUsd === '') return 'required'
  const { approvals, fromUsd } = row
  const read = approvalRulesEdit.safeParse({ tiers: [{ fromUsd, approvals }] })
  if (!read.success) return read.error.issues[0]?.message
  const isTwice = rows.some((other) => other.key !== row.key && other.fromUsd === fromUsd)
  return isTwice ? 'invalid' : undefined
}

/** The sum of the rule without tiers; undefined where it is none. */
export function parseSum(typed: DraftTier['fromUsd']): number | undefined {
  const read = companyEdit.safeParse({ approval: { overUsd: typed, changedAddresses: true } })
  return read.data?.approval?.overUsd ?? undefined
}

/** Sorted, as the server keeps them; null while a row has a fault. */
export function parseTiers(rows: readonly DraftTier[]): Tier[] | null {
  const read = approvalRulesEdit.safeParse({
    tiers: rows.map(({ fromUsd, approvals }) => ({ fromUsd, approvals })),
  })
  const tiers = read.data?.tiers
  return tiers ? tiers.toSorted((a, b) => a.fromUsd - b.fromUsd) : null
}

export const isSameTiers = (some: readonly Tier[], others: readonly Tier[]) =>
  JSON.stringify(some.map(({ fromUsd, approvals }) => [fromUsd, approvals])) ===
  JSON.stringify(others.map(({ fromUsd, approvals }) => [fromUsd, approvals]))

/** The part of a draft that differs from what holds; null: nothing. */
export function findRuleChanges(
  rules: ApprovalRules,
  tiers: Tier[],
  strongOnly: boolean,
): ApprovalRulesEdit | null {
  const isNew = { tiers: !isSameTiers(tiers, rules.tiers), strong: strongOnly !== rules.strongOnly }
  if (!isNew.tiers && !isNew.strong) return null
  return { ...(isNew.tiers && { tiers }), ...(isNew.strong && { strongOnly }) }
}

/** The sum from which on nobody pays alone; null: everybody may. */
export const aloneBelow = (tiers: readonly Tier[]): number | null =>
  tiers.find(({ approvals }) => approvals > 0)?.fromUsd ?? null

/** How many approvals count today, by keys alone where the form says so. */
export const countToday = (members: readonly Member[], strongOnly: boolean) =>
  members.filter(
    ({ counts, factors }) => counts.code === 'YES' && (!strongOnly || factors.includes('PASSKEY')),
  ).length

/**
 * The tier that asks for the most: `never` where it asks for more people than count, `absence` where
 * one of them missing, or asking, would stop it.
 */
export function narrowest(tiers: readonly Tier[], count: number) {
  const most = tiers.reduce<Tier | null>(
    (max, tier) => (tier.approvals > (max?.approvals ?? 0) ? tier : max),
    null,
  )
  if (!most) return null
  if (most.approvals > count) return { ...most, kind: 'never' as const }
  return most.approvals === count ? { ...most, kind: 'absence' as const } : null
}

export const clampApprovals = (approvals: number) =>
  Math.min(approvalsAtMost, Math.max(0, approvals))

/** The one amount of a pending change that changes nothing else, as most do. */
export function findChangedAmount({
  tiers,
  strongOnly,
  pending,
}: ApprovalRules): { before: number; now: number } | null {
  if (pending?.strongOnly !== strongOnly || pending.tiers.length !== tiers.length) return null
  if (tiers.some(({ approvals }, index) => approvals !== pending.tiers[index]?.approvals))
    return null
  const changed = tiers.flatMap(({ fromUsd }, index) => {
    const now = pending.tiers[index]?.fromUsd
    return now === undefined || now === fromUsd ? [] : [{ before: fromUsd, now }]
  })
  return changed.length === 1 ? (changed[0] ?? null) : null
}
