import { approvingRoles, isRaise, type Role } from '#domain/roles.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { frozenAt } from '#server/authorization/frozen.ts'
import { endChallenges, endSessions } from '#server/features/auth/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { rejectOrdersOf } from '#server/features/payments/index.ts'
import {
  approvalUrl,
  type ChangeEffect,
  createChangeOrder,
  endChangesAbout,
  endChangesByUser,
  requireMayWeaken,
} from '#server/features/quorum/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { endInvitations } from './invitation-rows.ts'
import {
  findMember,
  keepAnAdministrator,
  lockTeam,
  type MemberRow,
  requireMember,
} from './store.ts'
import { notifyTeam } from './tell.ts'
import { refuseTooFew } from './too-few.ts'

export type TeamActor = Actor & { userId: string }

const nameOf = ({ first_name, last_name }: MemberRow) => `${first_name} ${last_name}`

/**
 * Gives a person another role, from the next request on. A role that approves waits for approvals
 * where the rules require them. Asking for any role withdraws an earlier request.
 */
export async function changeRole(
  trx: Trx,
  deps: NotifyDeps,
  actor: TeamActor,
  { id, role, isConfirmed, now }: { id: string; role: Role; isConfirmed: boolean; now: Date },
): Promise<void> {
  const { macKey } = deps
  const { companyId } = actor
  // Read before all locks, in the order in which a freeze takes them.
  const frozen = (await frozenAt(trx, macKey, companyId)) !== null
  await lockTeam(trx, macKey, actor)
  const member = await requireMember(trx, macKey, { companyId, id })
  await endChangesAbout(trx, { companyId, kind: 'ROLE', field: 'userId', value: id }, now)
  if (member.role === role) return
  const isRaised = isRaise(member.role, role)
  if (frozen && isRaised) throw new Refusal('COMPANY_FROZEN')
  if (!isRaised) await requireMayWeaken(trx, macKey, actor, member, now)
  if (!isConfirmed) await refuseTooFew(trx, macKey, { companyId, id, role, now })
  const person = nameOf(member)
  const change = { kind: 'ROLE' as const, payload: { userId: id, name: person, role } }
  const input = { actor, change, loosens: isRaised && approvingRoles.includes(role) }
  const { id: changeId, state } = await createChangeOrder(trx, deps, input, makeRoleChange, now)
  if (state === 'done') return
  const url = approvalUrl(deps, changeId)
  await notifyTeam(trx, deps, actor, { kind: 'roleAsked', person, role, now, url })
  const detail = { roleFrom: member.role, roleTo: role }
  await record(trx, { ...actor, action: 'team.roleAsked', subject: person, detail })
}

/**
 * Makes an approved change of role. A lower role ends the sessions and open requests of the person.
 */
export const makeRoleChange: ChangeEffect<'ROLE'> = async (trx, deps, order, now) => {
  const { macKey } = deps
  const { companyId, userId, ip, change } = order
  const { userId: id, role } = change.payload
  const actor = { companyId, userId, ip }
  const member = await findMember(trx, macKey, { companyId, id })
  // The person was removed since, or has the role by now.
  if (!member || member.role === role) return
  if (member.role === 'ADMIN') await keepAnAdministrator(trx, macKey, { companyId, id })
  if (role === null) return takeOut(trx, deps, actor, member, now)
  const person = nameOf(member)
  await notifyTeam(trx, deps, actor, { kind: 'roleChanged', person, role, now })
  if (!isRaise(member.role, role)) await endWhatIsOpen(trx, deps, member, now)
  await updateUser(trx, macKey, { companyId, userId: id }, { role, role_since: now })
  const detail = { roleFrom: member.role, roleTo: role }
  await record(trx, { ...actor, action: 'team.roleChanged', subject: person, detail })
}

/** Removes a person from the company. Records keep the name; the e-mail may be invited again. */
export async function removeMember(
  trx: Trx,
  deps: NotifyDeps,
  actor: TeamActor,
  { id, isConfirmed, now }: { id: string; isConfirmed: boolean; now: Date },
): Promise<void> {
  const { macKey } = deps
  const { companyId } = actor
  await lockTeam(trx, macKey, actor)
  const member = await requireMember(trx, macKey, { companyId, id })
  await requireMayWeaken(trx, macKey, actor, member, now)
  if (!isConfirmed) await refuseTooFew(trx, macKey, { companyId, id, role: null, now })
  // The signer drops the person's keys by this order.
  const payload = { userId: id, name: nameOf(member), role: null }
  const request = { actor, change: { kind: 'ROLE' as const, payload }, loosens: false }
  await createChangeOrder(trx, deps, request, makeRoleChange, now)
}

async function takeOut(
  trx: Trx,
  deps: NotifyDeps,
  actor: TeamActor,
  member: MemberRow,
  now: Date,
): Promise<void> {
  const { id, role } = member
  const { companyId } = actor
  const person = nameOf(member)
  await notifyTeam(trx, deps, actor, { kind: 'removed', person, role, now, leaver: id })
  await endWhatIsOpen(trx, deps, member, now)
  await trx
    .deleteFrom('reset_links')
    .where('company_id', '=', companyId)
    .where('user_id', '=', id)
    .execute()
  await updateUser(trx, deps.macKey, { companyId, userId: id }, { removed_at: now })
  const act = { action: 'team.removed', subject: person, detail: { role } } as const
  await record(trx, { ...actor, ...act })
}

/** Ends the person's open orders; these are locked before the user's row, like in approving. */
async function endWhatIsOpen(
  trx: Trx,
  deps: NotifyDeps,
  member: MemberRow,
  now: Date,
): Promise<void> {
  const owner = { companyId: member.company_id, userId: member.id }
  await rejectOrdersOf(trx, owner)
  await endChangesByUser(trx, owner, now)
  for (const kind of ['ROLE', 'FACTOR', 'RESET'] as const) {
    const about = {
      companyId: owner.companyId,
      kind,
      field: 'userId',
      value: owner.userId,
    } as const
    await endChangesAbout(trx, about, now)
  }
  const isTheirs = (row: { invited_by: string }) => row.invited_by === owner.userId
  await endInvitations(trx, { ...deps, now }, owner.companyId, isTheirs)
  await endChallenges(trx, owner)
  await endSessions(trx, owner, null)
}
