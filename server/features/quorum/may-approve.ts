import type { ErrorCode } from '#contract/errors.ts'
import { leftOutOf } from '#domain/enough-approvals.ts'
import type { MayNow } from '#domain/may-now.ts'
import { type Approvable, isOwnCodeOf } from '#server/authorization/approvals-that-count.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Quorum } from './read-quorum.ts'

type Refused = { code: ErrorCode; from?: Date }

/** Why a person may not approve an order or a change now, or null. */
export function approvalRefusal(
  quorum: Quorum,
  subject: Pick<Approvable, 'askedBy' | 'changedBy' | 'ownCode'>,
  given: readonly { user_id: string }[],
  userId: string,
): Refused | null {
  const person = quorum.people.find(({ id }) => id === userId)
  if (!person || (person.role !== 'ADMIN' && person.role !== 'APPROVER')) {
    return { code: 'NOT_ALLOWED_FOR_ROLE' }
  }
  if (given.some(({ user_id }) => user_id === userId)) return { code: 'ALREADY_APPROVED' }
  const { ownCode, changedBy } = subject
  if (!ownCode && leftOutOf(subject).has(userId)) {
    return { code: changedBy ? 'RELEASE_BY_SAME_PERSON' : 'SELF_APPROVAL' }
  }
  return refusedBy(isOwnCodeOf(subject, userId) ? person.ownCode : person.counts)
}

function refusedBy({ code, from }: MayNow): Refused | null {
  if (code === 'YES') return null
  if (code === 'FROM') return { code: 'APPROVER_TOO_NEW', from }
  return { code: code === 'NEEDS_KEY' ? 'WRONG_ASSERTION' : 'NOT_ALLOWED_FOR_ROLE' }
}

export function requireMayApprove(...args: Parameters<typeof approvalRefusal>): void {
  const refused = approvalRefusal(...args)
  if (!refused) return
  const { code, from } = refused
  throw new Refusal(code, from ? { data: { from: from.toISOString() } } : {})
}
