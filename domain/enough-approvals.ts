/** The ways in which somebody changes what a payday pays. */
export const changedParts = [
  'PERSON',
  'SALARY',
  'FREQUENCY',
  'SHARE',
  'CONSENT',
  'ADDRESS',
  'ACCOUNT',
  'CONTACT',
  'MEMBERS',
  'SCHEDULE',
] as const
export type ChangedPart = (typeof changedParts)[number]

/** How many approvals an order or a change takes, and whose do not count. */
export type ApprovalTerms = {
  /** Approvals by others. */
  required: number
  /** The code of the person who asks is one of the approvals; one is needed in any case. */
  ownCode: boolean
  /** The person who pressed; null: nobody, the calendar prepared it. */
  askedBy: string | null
  /** A held address leaves out the people who changed it, in place of the person who asked. */
  changedBy?: readonly string[]
  /** The people who changed what it pays: where nobody pressed, none of them vouches for it. */
  changers?: readonly string[]
}

/** People whose approval does not count at all. */
export const leftOutOf = ({
  askedBy,
  changedBy,
}: Pick<ApprovalTerms, 'askedBy' | 'changedBy'>): ReadonlySet<string> =>
  new Set(changedBy ?? (askedBy === null ? [] : [askedBy]))

/**
 * How many approvals are still missing; 0: it is released. An order that somebody pressed needs so many
 * by people other than that one, also by people who changed it. Where nobody pressed, each person who
 * changed it is left out in turn: so many others have to approve. `approvers` are the people whose approvals count.
 */
export function countMissingApprovals(
  { required, ownCode, changers = [], ...terms }: ApprovalTerms,
  approvers: Iterable<string>,
): number {
  const given = new Set(approvers)
  if (ownCode) return Math.max(0, Math.max(required, 1) - given.size)
  for (const userId of leftOutOf(terms)) given.delete(userId)
  const without = (userId: string) => (given.has(userId) ? given.size - 1 : given.size)
  const apart = terms.askedBy === null ? changers.map(without) : []
  return Math.max(0, required - Math.min(given.size, ...apart))
}

/** Whether the approval of somebody who changed a part counts for that part, too. */
export const countsForOwnChange = ({ ownCode, askedBy }: ApprovalTerms, changer: string): boolean =>
  ownCode || (askedBy !== null && askedBy !== changer)

/**
 * The terms of an approved payday that somebody presses: who pressed vouches for it, also where others
 * had approved before, and approvals that suffice without a press go on to suffice.
 */
export const isReleasedByPress = (
  terms: ApprovalTerms,
  presser: string | null,
  approvers: readonly string[],
): boolean =>
  countMissingApprovals(terms, approvers) === 0 ||
  (presser !== null && countMissingApprovals({ ...terms, askedBy: presser }, approvers) === 0)
