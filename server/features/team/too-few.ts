import type { KeyObject } from 'node:crypto'
import { findTooFew, highestApprovals } from '#domain/approval-requirement.ts'
import type { Role } from '#domain/roles.ts'
import { readQuorum } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * Refuses a change of role, or a removal, after which nobody could meet or change the rules. The refusal
 * names the people who are left to approve.
 */
export async function refuseTooFew(
  db: Db,
  macKey: KeyObject,
  { companyId, id, role, now }: { companyId: string; id: string; role: Role | null; now: Date },
): Promise<void> {
  const quorum = await readQuorum(db, macKey, companyId, now)
  const people = quorum.people.map(({ counts, ...person }) => ({
    ...person,
    counts: counts.code === 'YES' || counts.code === 'FROM',
  }))
  const tooFew = findTooFew(quorum, people, { id, role })
  if (!tooFew) return
  const counting = people.filter((one) => one.counts && one.id !== id).map(({ name }) => name)
  const required = highestApprovals(quorum.tiers)
  throw new Refusal('TOO_FEW_APPROVERS', { data: { tooFew, required, counting } })
}
