import { approvalsToLoosen } from '#domain/approval-requirement.ts'
import { approvingRoles } from '#domain/roles.ts'
import { changeTerms } from './change-orders.ts'
import type { Quorum } from './read-quorum.ts'

/** The approvals by others that this person's loosening of rules or settings needs. */
function approvalsOfLoosening(
  { tiers, strongOnly, people, isTampered }: Quorum,
  userId: string,
): number {
  const others = people.filter(({ id, role }) => id !== userId && approvingRoles.includes(role))
  // Under keys alone the signer counts nobody who asks. Tampered rows never reduce how many others
  // are needed.
  return approvalsToLoosen({ tiers, strongOnly: strongOnly || isTampered }, others.length)
}

/** The terms of a change that loosens rules or settings. */
export const looseningOf = (quorum: Quorum, userId: string) => ({
  loosens: true,
  ownCode: true,
  approvals: approvalsOfLoosening(quorum, userId),
})

/** Whether the own code of this person is one of the approvals; the password is asked for with it. */
export const takesOwnCode = (quorum: Quorum, userId: string, now: Date): boolean =>
  changeTerms(quorum, looseningOf(quorum, userId), now).ownCode
