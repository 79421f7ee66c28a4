import type { CodeReason } from './approval-code-reasons.ts'
import { approvingRoles, type Role } from './roles.ts'

/** An order of `fromUsdCents` or more needs so many approvals. */
export type ApprovalTier = { fromUsdCents: bigint; approvals: number }

/** Everything that decides who has to approve an order. */
export type RequirementTerms = {
  kind: 'PAYMENT' | 'WITHDRAWAL'
  askedBy: Role
  usdCents: bigint
  /** The other orders of the company in the last 24 hours. */
  orderedUsdCents: bigint
  reasons: readonly CodeReason[]
  tiers: readonly ApprovalTier[]
  strongOnly: boolean
  /** People beside the one who asks whose approval counts now. */
  others: number
}

/**
 * `required`: approvals by others. `ownCode`: the person who asked releases the order, by a code or
 * under `strongOnly` by a passkey. Never both.
 */
export type Requirement = { required: number; ownCode: boolean }

/** Reasons that need somebody else, whatever the rules say, where there is somebody. */
const forSomebodyElse: readonly CodeReason[] = ['SALARY_RAISED', 'TOTAL_RAISED', 'UNCERTAIN_PERIOD']

/** The approvals of the tiers that a sum reaches. */
export const approvalsFrom = (tiers: readonly ApprovalTier[], usdCents: bigint): number =>
  tiers.reduce(
    (most, tier) => (tier.fromUsdCents <= usdCents ? Math.max(most, tier.approvals) : most),
    0,
  )

/** The approvals of the highest tier: what a change of the rules needs. */
export const highestApprovals = (tiers: readonly Pick<ApprovalTier, 'approvals'>[]): number =>
  Math.max(0, ...tiers.map(({ approvals }) => approvals))

function requiredOf(terms: RequirementTerms): number {
  const { askedBy, usdCents, orderedUsdCents, reasons, tiers, others } = terms
  const byTier = approvalsFrom(tiers, usdCents + orderedUsdCents)
  const isForOthers = reasons.some((reason) => forSomebodyElse.includes(reason))
  const asksSomebody =
    askedBy !== 'ADMIN' || (tiers.length > 0 && reasons.length > 0) || (isForOthers && others > 0)
  return Math.max(byTier, asksSomebody ? 1 : 0)
}

export function requirementOf(terms: RequirementTerms): Requirement {
  const required = requiredOf(terms)
  const asksForCode = terms.kind === 'WITHDRAWAL' || terms.reasons.length > 0 || terms.strongOnly
  return { required, ownCode: required === 0 && asksForCode }
}

/**
 * The approvals by others that a change of the rules needs, as far as there are others: where the highest tier
 * asks for all who approve, the person who asks is one of them, by password and code.
 */
export function approvalsOfChange(
  tiers: readonly Pick<ApprovalTier, 'approvals'>[],
  others: number,
): number {
  const highest = highestApprovals(tiers)
  return others === highest - 1 ? Math.max(1, others) : highest
}

type Loosened = { tiers: readonly Pick<ApprovalTier, 'approvals'>[]; strongOnly: boolean }

/**
 * Approvals that loosening these rules takes. Under `strongOnly` a code does not take part in place
 * of a key, so the number is never lowered.
 */
export const approvalsToLoosen = ({ tiers, strongOnly }: Loosened, others: number): number =>
  strongOnly ? highestApprovals(tiers) : approvalsOfChange(tiers, others)

/** Whether an administrator can still loosen rules, with so many approvers, the administrator among them. */
export function canLoosen(rules: Loosened, approvers: number): boolean {
  const others = approvers - 1
  return others >= approvalsToLoosen(rules, others)
}

/**
 * Whether somebody could ask for a payment of the highest tier that enough others approve. `counts`: the
 * person's approvals count.
 */
export function canMeet(
  tiers: readonly Pick<ApprovalTier, 'approvals'>[],
  people: readonly { role: Role; counts: boolean }[],
): boolean {
  const highest = highestApprovals(tiers)
  const approvers = people.filter(({ counts }) => counts).length
  return (
    highest === 0 ||
    people.some(
      ({ role, counts }) =>
        (role === 'ADMIN' || role === 'PAYROLL') && approvers - (counts ? 1 : 0) >= highest,
    )
  )
}

/** `left`: nobody could change the rules any more, nor meet them. `unmet`: nobody could meet the highest tier. */
export type TooFew = 'left' | 'unmet'

/** Whether too few are left for the rules when a person gets another role, or leaves with none. */
export function findTooFew(
  rules: Loosened,
  people: readonly { id: string; role: Role; counts: boolean }[],
  { id, role }: { id: string; role: Role | null },
): TooFew | null {
  const counts = people.some((one) => one.id === id && one.counts)
  const staysOne = counts && role !== null && approvingRoles.includes(role)
  const approvers = people.filter((one) => one.counts).length
  if (counts && !staysOne && !canLoosen(rules, approvers - 1)) return 'left'
  const others = people.filter((one) => one.id !== id)
  const after = role === null ? others : [...others, { role, counts: staysOne }]
  return canMeet(rules.tiers, people) && !canMeet(rules.tiers, after) ? 'unmet' : null
}

type Rules = { tiers: readonly ApprovalTier[]; strongOnly: boolean }

/** Whether some order would need fewer approvals, or could move by less than a passkey. */
export function isLoosened(before: Rules, after: Rules): boolean {
  if (before.strongOnly && !after.strongOnly) return true
  if (before.tiers.length > 0 && after.tiers.length === 0) return true
  const sums = [...before.tiers, ...after.tiers].map(({ fromUsdCents }) => fromUsdCents)
  return sums.some((sum) => approvalsFrom(after.tiers, sum) < approvalsFrom(before.tiers, sum))
}

/** Whether an order waits for anybody. */
export const needsApproval = ({ required, ownCode }: Requirement): boolean =>
  required > 0 || ownCode
