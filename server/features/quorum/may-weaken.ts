import type { KeyObject } from 'node:crypto'
import { mayNow } from '#domain/may-now.ts'
import { findPerson, readTeamRows } from '#server/authorization/approvals-that-count.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * Refuses to let a person who joined less than a day ago remove, demote or reset somebody who was
 * there before: the others have that day to notice the new person, and to freeze.
 */
export async function requireMayWeaken(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: { companyId: string; userId: string },
  other: Pick<MacRow<'users'>, 'role_since'>,
  now: Date,
): Promise<void> {
  const team = await readTeamRows(db, companyId)
  const { person, companyCreatedAt } = findPerson(macKey, team, userId)
  const terms = { companyCreatedAt, otherRoleSince: other.role_since, now }
  const { code, from } = mayNow(person, { kind: 'WEAKEN', ...terms })
  if (code === 'FROM') throw new Refusal('APPROVER_TOO_NEW', { data: { from: from.toISOString() } })
  if (code !== 'YES') throw new Refusal('NOT_ALLOWED_FOR_ROLE')
}
