import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Member, Team, TeamInvitation } from '#contract/team.ts'
import { mayNow } from '#domain/may-now.ts'
import { personOf } from '#server/authorization/approvals-that-count.ts'
import { isTrue, requireTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import { readFactors } from '#server/features/factors/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  readChangesThatWait,
  readCountingHolders,
  type WaitingOrderedChange,
} from '#server/features/quorum/index.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Actor } from '#server/platform/observe/audit.ts'
import { type Invitation, listInvitations } from './invitation-rows.ts'

/** Reads the people who may sign in, the first one first. */
async function readMembers(
  db: Db,
  { macKey }: Pick<NotifyDeps, 'macKey'>,
  { companyId, userId, now }: { companyId: string; userId: string | null; now: Date },
): Promise<Member[]> {
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const verified = requireTrue(macKey, 'companies', company)
  const { created_at: companyCreatedAt, strong_only: strongOnly } = verified
  const holders = strongOnly
    ? await readCountingHolders(db, macKey, companyId, now)
    : new Set<string>()
  const rows = await db
    .selectFrom('users as u')
    .selectAll('u')
    // Ended sessions are deleted, so the browsers of sign-ins tell the last activity then.
    .select(
      sql<Date | null>`greatest(
        (SELECT max(last_active_at) FROM sessions WHERE user_id = u.id),
        (SELECT max(last_at) FROM device_cookies WHERE user_id = u.id))`.as('last_active_at'),
    )
    .where('u.company_id', '=', companyId)
    .where('u.removed_at', 'is', null)
    .orderBy('u.id')
    .execute()
  const factors = await readFactors(db, companyId)
  const waiting = await readChangesThatWait(db, macKey, companyId, 'ROLE')
  return rows.map((row) => {
    const next = waiting.find(({ payload }) => payload.userId === row.id)
    const own = factors.get(row.id) ?? []
    const user = requireTrue(macKey, 'users', row)
    const person = personOf(user, (id) => holders.has(id))
    const counts = mayNow(person, { kind: 'APPROVE', companyCreatedAt, strongOnly, now })
    return {
      _id: user.id,
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      role: user.role,
      factors: own,
      lastActiveAt: user.last_active_at?.toISOString() ?? null,
      createdAt: user.created_at.toISOString(),
      current: user.id === userId,
      counts: { code: counts.code, from: counts.from?.toISOString() ?? null },
      ...(next?.payload.role && { nextRole: { ...toWaiting(next), role: next.payload.role } }),
    }
  })
}

const toWaiting = ({
  id,
  effectiveAt,
}: Pick<WaitingOrderedChange<'ROLE'>, 'id' | 'effectiveAt'>) => ({
  _id: id,
  effectiveAt: effectiveAt?.toISOString() ?? null,
})

export function toInvitation(
  row: Invitation,
  invitedBy: string,
  waiting: readonly WaitingOrderedChange<'INVITATION'>[],
): TeamInvitation {
  const change = waiting.find(({ payload }) => payload.invitationId === row.id)
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    expiresAt: row.expires_at.toISOString(),
    invitedBy,
    awaitsApproval: row.sha256 === null,
    ...(change && { change: toWaiting(change) }),
  }
}

/** Reads everybody in a company, and the invited people. */
export async function readTeam(
  db: Db,
  deps: Pick<NotifyDeps, 'macKey' | 'log'>,
  who: { companyId: string; userId: string; now: Date },
): Promise<Team> {
  const users = await readMembers(db, deps, who)
  const invitations = await listInvitations(db, deps, who.companyId)
  const names = new Map(users.map((user) => [user._id, `${user.firstName} ${user.lastName}`]))
  const invitedBy = (row: Invitation) => names.get(row.invited_by) ?? ''
  const waiting = await readChangesThatWait(db, deps.macKey, who.companyId, 'INVITATION')
  const shown = invitations.map((row) => toInvitation(row, invitedBy(row), waiting))
  return { users, invitations: shown }
}

/** Reads one person of a company. */
export async function readMember(
  db: Db,
  deps: Pick<NotifyDeps, 'macKey'>,
  who: { companyId: string; userId: string; now: Date },
  id: string,
): Promise<Member> {
  const found = (await readMembers(db, deps, who)).find((member) => member._id === id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/**
 * Locks a company's team, so that changes of it queue, and checks that the actor is still an
 * administrator. The team is locked before its users, like everywhere else.
 */
export async function lockTeam(
  trx: Trx,
  macKey: KeyObject,
  { companyId, userId }: Pick<Actor, 'companyId'> & { userId: string },
): Promise<void> {
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const actor = await findMember(trx, macKey, { companyId, id: userId })
  if (actor?.role !== 'ADMIN') throw new Refusal('NOT_ALLOWED_FOR_ROLE')
}

export type MemberRow = MacRow<'users'> & { first_name: string; last_name: string }

/** Finds a member. Throws `ACCOUNT_TAMPERED` where the row was changed past the program. */
export async function findMember(
  trx: Trx,
  macKey: KeyObject,
  { companyId, id }: { companyId: string; id: string },
): Promise<MemberRow | null> {
  const row = isUuid(id)
    ? await trx
        .selectFrom('users')
        .select([...macColumns.users, 'first_name', 'last_name'])
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
    : undefined
  return row ? requireTrue(macKey, 'users', row) : null
}

export async function requireMember(
  trx: Trx,
  macKey: KeyObject,
  member: { companyId: string; id: string },
): Promise<MemberRow> {
  const row = await findMember(trx, macKey, member)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/**
 * Throws `LAST_ADMIN` where no other administrator would remain. The caller has locked the team.
 */
export async function keepAnAdministrator(
  trx: Trx,
  macKey: KeyObject,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> {
  const others = await trx
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', companyId)
    .where('id', '!=', id)
    .where('removed_at', 'is', null)
    .where('role', '=', 'ADMIN')
    .execute()
  if (!others.some((row) => isTrue(macKey, 'users', row))) throw new Refusal('LAST_ADMIN')
}
