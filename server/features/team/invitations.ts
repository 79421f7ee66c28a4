import type { Language } from '#contract/languages.ts'
import type { InviteBody, TeamInvitation } from '#contract/team.ts'
import { invitationLivesMs } from '#domain/change-times.ts'
import { approvingRoles } from '#domain/roles.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { hasAccount } from '#server/features/auth/index.ts'
import { type NotifyDeps, queueMessage } from '#server/features/notifications/index.ts'
import {
  approvalUrl,
  type ChangeEffect,
  createChangeOrder,
  endChangesAbout,
  readChangesThatWait,
} from '#server/features/quorum/index.ts'
import { isUuid, type Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { newToken, tokenHash } from '#server/platform/security/tokens.ts'
import {
  endInvitationsTo,
  type Invitation,
  insertInvitation,
  lockInvitation,
  updateInvitation,
} from './invitation-rows.ts'
import type { TeamActor } from './members.ts'
import { lockTeam, toInvitation } from './store.ts'
import { notifyTeam } from './tell.ts'

type Context = NotifyDeps & { now: Date }

/** Invites an e-mail without an account; an earlier invitation of it becomes void. */
export async function invite(
  trx: Trx,
  deps: Context,
  actor: TeamActor,
  { email, role }: InviteBody,
  language: Language,
): Promise<TeamInvitation> {
  const { macKey, now } = deps
  const { companyId, userId } = actor
  await refuseIfFrozen(trx, macKey, companyId)
  await lockTeam(trx, macKey, actor)
  if (await hasAccount(trx, email)) throw new Refusal('EMAIL_TAKEN')
  await endInvitationsTo(trx, deps, companyId, email)
  const invitation = await insertInvitation(trx, deps, {
    company_id: companyId,
    email,
    role,
    language,
    invited_by: userId,
    created_at: now,
    expires_at: new Date(now.getTime() + invitationLivesMs),
  })
  await record(trx, { ...actor, action: 'team.invited', subject: email, detail: { role } })
  await askToSend(trx, deps, actor, invitation)
  return shownOf(trx, deps, invitation)
}

/**
 * Sends the invitation at once. An invitation to a role that approves waits for the others'
 * approval, and the administrators are notified of it.
 */
async function askToSend(
  trx: Trx,
  deps: Context,
  actor: TeamActor,
  { id: invitationId, email, role }: Invitation,
): Promise<void> {
  const isApprover = approvingRoles.includes(role)
  const change = { kind: 'INVITATION' as const, payload: { invitationId, email, role } }
  const input = { actor, change, loosens: isApprover }
  const { id, state } = await createChangeOrder(trx, deps, input, sendApproved, deps.now)
  if (!isApprover) return
  const waits = state !== 'done' && { url: approvalUrl(deps, id) }
  const notice = { kind: 'invited' as const, person: email, role, now: deps.now }
  await notifyTeam(trx, deps, actor, { ...notice, ...waits })
}

async function shownOf(trx: Trx, deps: Context, { id, company_id, invited_by }: Invitation) {
  const row = await requireInvitation(trx, deps, company_id, id)
  const waiting = await readChangesThatWait(trx, deps.macKey, company_id, 'INVITATION')
  const inviter = await nameOfUser(trx, { companyId: company_id, userId: invited_by })
  return toInvitation(row, inviter, waiting)
}

/** Ends an invitation that was not approved. */
export const endUnapproved: ChangeEffect<'INVITATION'> = async (trx, deps, order, now) => {
  const { companyId, change } = order
  const id = change.payload.invitationId
  const invitation = await lockInvitation(trx, deps, { companyId, id })
  if (invitation) await updateInvitation(trx, deps, invitation, { ended_at: now })
}

/** Sends an approved invitation, unless it was withdrawn meanwhile. */
export const sendApproved: ChangeEffect<'INVITATION'> = async (trx, deps, order, now) => {
  const { companyId, change } = order
  const { invitationId: id, email, role } = change.payload
  const invitation = await lockInvitation(trx, deps, { companyId, id })
  if (invitation?.email !== email || invitation.role !== role) return
  if (await hasAccount(trx, email)) return
  await sendInvitation(trx, { ...deps, now }, invitation)
}

const endChangesOf = (trx: Trx, deps: Context, { id, company_id: companyId }: Invitation) =>
  endChangesAbout(
    trx,
    { companyId, kind: 'INVITATION', field: 'invitationId', value: id },
    deps.now,
  )

/** Mails a new link; the one before is void. */
async function sendInvitation(trx: Trx, deps: Context, invitation: Invitation): Promise<void> {
  const { config, now } = deps
  const { company_id: companyId, invited_by: userId, email, role } = invitation
  const token = newToken()
  const expires_at = new Date(now.getTime() + invitationLivesMs)
  const sha256 = tokenHash(token)
  await updateInvitation(trx, deps, invitation, { sha256, expires_at })
  const { name: company } = await trx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  await queueMessage(trx, deps, {
    companyId,
    userId: null,
    to: email,
    via: 'EMAIL',
    // The column's CHECK allows only these four.
    language: invitation.language as Language,
    template: 'teamInvitation',
    params: {
      company,
      role,
      who: await nameOfUser(trx, { companyId, userId }),
      // The token is in the fragment, which no server and no log sees.
      url: `${config.publicUrl}/invitacion#t=${token}`,
    },
  })
}

/**
 * Sends another link in place of an expired or lost one. The request is treated as a new
 * invitation, because the rules may have changed since the first.
 */
export async function resendInvitation(
  trx: Trx,
  deps: Context,
  actor: TeamActor,
  id: string,
): Promise<TeamInvitation> {
  const { companyId } = actor
  await refuseIfFrozen(trx, deps.macKey, companyId)
  await lockTeam(trx, deps.macKey, actor)
  const invitation = await requireInvitation(trx, deps, companyId, id)
  const { email, role } = invitation
  if (await hasAccount(trx, email)) throw new Refusal('EMAIL_TAKEN')
  await endChangesOf(trx, deps, invitation)
  // The former link is void from now on.
  const unsent = await updateInvitation(trx, deps, invitation, { sha256: null })
  await askToSend(trx, deps, actor, unsent)
  await record(trx, { ...actor, action: 'team.invitationSent', subject: email, detail: { role } })
  return shownOf(trx, deps, invitation)
}

/** Takes an invitation back. */
export async function withdrawInvitation(
  trx: Trx,
  deps: Context,
  actor: TeamActor,
  id: string,
): Promise<void> {
  await lockTeam(trx, deps.macKey, actor)
  const invitation = await requireInvitation(trx, deps, actor.companyId, id)
  const { email: subject, role } = invitation
  await endChangesOf(trx, deps, invitation)
  await updateInvitation(trx, deps, invitation, { ended_at: deps.now })
  await record(trx, { ...actor, action: 'team.invitationEnded', subject, detail: { role } })
}

async function requireInvitation(
  trx: Trx,
  deps: Context,
  companyId: string,
  id: string,
): Promise<Invitation> {
  const found = isUuid(id) ? await lockInvitation(trx, deps, { companyId, id }) : null
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}
