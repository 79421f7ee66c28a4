import { dayMs } from './durations.ts'
import { approvingRoles, type Role } from './roles.ts'

/** How long nobody approves with a role, or with factors that somebody else reset. */
export const newApproverMs = dayMs

export type ApproverFacts = {
  role: Role
  roleSince: Date
  factorsResetAt: Date | null
  removedAt: Date | null
  /** Whether a passkey of theirs counts by now. */
  hasKey: boolean
}

/** The company's side: when it began, and whether only passkeys move money. */
export type ApprovalTerms = { companyCreatedAt: Date; strongOnly: boolean; now: Date }

/**
 * The moment from which somebody's approvals count, those of their own orders too: 24 hours after
 * the role was given or the factors were reset. A role given in the company's first 24 hours counts
 * at once. null: by now.
 */
export function newUntil(
  { roleSince, factorsResetAt }: Pick<ApproverFacts, 'roleSince' | 'factorsResetAt'>,
  { companyCreatedAt, now }: Pick<ApprovalTerms, 'companyCreatedAt' | 'now'>,
): Date | null {
  const isFounding = roleSince.getTime() < companyCreatedAt.getTime() + newApproverMs
  const from = Math.max(
    isFounding ? 0 : roleSince.getTime() + newApproverMs,
    factorsResetAt === null ? 0 : factorsResetAt.getTime() + newApproverMs,
  )
  return from > now.getTime() ? new Date(from) : null
}

export type Counts = { code: 'YES' | 'FROM' | 'NEEDS_KEY' | 'NO'; from: Date | null }

/** Whether somebody's approval of what others asked for counts. */
export function countsOf(person: ApproverFacts, terms: ApprovalTerms): Counts {
  const { role, removedAt, hasKey } = person
  if (removedAt !== null || !approvingRoles.includes(role)) return { code: 'NO', from: null }
  if (terms.strongOnly && !hasKey) return { code: 'NEEDS_KEY', from: null }
  const from = newUntil(person, terms)
  return { code: from ? 'FROM' : 'YES', from }
}
