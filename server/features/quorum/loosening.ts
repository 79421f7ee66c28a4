import { approvalsToLoosen, highestApprovals } from '#domain/approval-requirement.ts'
import { approvingRoles } from '#domain/roles.ts'
import { changeTerms } from './change-orders.ts'
import type { Quorum } from './read-quorum.ts'

/** Whether several people, or keys, decide about the company's money. */
export const hasRules = ({ tiers, strongOnly }: Quorum): boolean => tiers.length > 0 || strongOnly

/** The approvals by others that this person's loosening of rules or settings needs. */
export function approvalsOfLoosening(
  { tiers, strongOnly, people, isTampered }: Quorum,
  userId: string,
): number {
  const others = people.filter(({ id, role }) => id !== userId && approvingRoles.includes(role))
  // Under keys alone the signer counts nobody who asks. Tampered rows never reduce how many others
  // are needed.
  return approvalsToLoosen({ tiers, strongOnly: strongOnly || isTampered }, others.length)
}

/**
 * Whether a loosening needs password and code: fewer others approve it than the highest tier asks
 * for.
 */
export function takesStepUp(quorum: Quorum, userId: string, now: Date): boolean {
  const approvals = approvalsOfLoosening(quorum, userId)
  const { required } = changeTerms(quorum, { loosens: true, approvals }, now)
  return required === 0 || required < highestApprovals(quorum.tiers)
}
