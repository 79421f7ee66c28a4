import { approvingRoles, type Role } from './roles.ts'

/** How long nobody approves with a role, or with factors that somebody else reset. */
export const newApproverMs = 24 * 60 * 60_000

export type Approver = {
  role: Role
  roleSince: Date
  factorsResetAt: Date | null
  removedAt: Date | null
  /** Whether a passkey of theirs counts by now. */
  hasKey: boolean
}

/** The company's side: when it began, and whether only passkeys move money. */
export type ApprovalTerms = { companyCreatedAt: Date; strongOnly: boolean; now: Date }

/** Whether a role was given less than 24 hours ago, after the company's first 24 hours. */
export const isRoleNew = (
  roleSince: Date,
  { companyCreatedAt, now }: Pick<ApprovalTerms, 'companyCreatedAt' | 'now'>,
): boolean =>
  roleSince.getTime() >= companyCreatedAt.getTime() + newApproverMs &&
  now.getTime() < roleSince.getTime() + newApproverMs

export type Counts = { code: 'YES' | 'FROM' | 'NEEDS_KEY' | 'NO'; from: Date | null }

/**
 * Whether somebody's approval of what others asked for counts: in an approving role, 24 hours after it
 * was given or the factors were reset. A role given in the company's first 24 hours counts at once.
 */
export function countsOf(
  person: Approver,
  { companyCreatedAt, strongOnly, now }: ApprovalTerms,
): Counts {
  const { role, roleSince, factorsResetAt, removedAt, hasKey } = person
  if (removedAt !== null || !approvingRoles.includes(role)) return { code: 'NO', from: null }
  if (strongOnly && !hasKey) return { code: 'NEEDS_KEY', from: null }
  const isFounding = roleSince.getTime() < companyCreatedAt.getTime() + newApproverMs
  const from = Math.max(
    isFounding ? 0 : roleSince.getTime() + newApproverMs,
    factorsResetAt === null ? 0 : factorsResetAt.getTime() + newApproverMs,
  )
  return from > now.getTime() ? { code: 'FROM', from: new Date(from) } : { code: 'YES', from: null }
}
