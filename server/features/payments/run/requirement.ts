import { type Requirement, requirementOf } from '#domain/approval-requirement.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import {
  impossibleFor,
  othersWhoCount,
  type Quorum,
  roleOf,
} from '#server/features/quorum/index.ts'
import { withFeeReason } from '../approval/index.ts'
import type { Problem } from './check-and-plan.ts'
import { sumOfBitcoin, sumOfDollars } from './payee.ts'
import type { RunRequest } from './read-request.ts'

/** `orderedBy` null: nobody pressed, the calendar prepares a payday. */
type Input = { usdCents: bigint; orderedUsdCents: bigint; orderedBy: string | null }

/**
 * The people beside the one who presses whose approvals count. Where nobody presses, it is the people
 * beside an administrator, who would.
 */
export function countOthers(quorum: Quorum, orderedBy: string | null): number {
  if (orderedBy !== null) return othersWhoCount(quorum, orderedBy).length
  const counting = othersWhoCount(quorum, new Set<string>())
  return counting.length - (counting.some(({ role }) => role === 'ADMIN') ? 1 : 0)
}

/** The rules and people of a company, as `requirementOf` asks for them. */
const termsOf = (quorum: Quorum, { orderedBy, ...sums }: Input) => ({
  ...sums,
  // An asker without an own row is no administrator. The calendar asks as one.
  askedBy: orderedBy === null ? ('ADMIN' as const) : (roleOf(quorum, orderedBy) ?? 'PAYROLL'),
  tiers: quorum.tiers,
  strongOnly: quorum.strongOnly,
  others: countOthers(quorum, orderedBy),
})

/**
 * The approvals that a run needs if it is asked for now; without a plan, as far as they are known.
 */
export function requirementOfRun(
  { facts, terms, approval, quorum }: Pick<RunRequest, 'facts' | 'terms' | 'approval' | 'quorum'>,
  orderedBy: string | null,
  plan: PaymentPlan | null,
): Requirement {
  const { reasons } = plan ? withFeeReason(approval, plan) : approval
  const usdCents = sumOfBitcoin(facts.salaries) + sumOfDollars(facts.salaries)
  const { orderedUsdCents } = terms
  return requirementOf({
    kind: 'PAYMENT',
    ...termsOf(quorum, { usdCents, orderedUsdCents, orderedBy }),
    reasons: reasons.map(({ code }) => code),
  })
}

/** QUORUM_IMPOSSIBLE where too few other people may approve the run. */
export function problemsOfApproval(
  press: Parameters<typeof requirementOfRun>[0],
  orderedBy: string,
  plan: PaymentPlan | null,
): Problem[] {
  const requirement = requirementOfRun(press, orderedBy, plan)
  const impossible = impossibleFor(press.quorum, orderedBy, requirement)
  return impossible ? [{ code: 'QUORUM_IMPOSSIBLE', data: impossible }] : []
}

export const requirementOfWithdrawal = (quorum: Quorum, input: Input): Requirement =>
  requirementOf({ kind: 'WITHDRAWAL', ...termsOf(quorum, input), reasons: [] })
