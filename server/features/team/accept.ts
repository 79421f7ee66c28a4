import type { AcceptInvitationBody, InvitationShown } from '#contract/team.ts'
import { insertUser } from '#server/authorization/account-rows.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import {
  type AuthDeps,
  checkNewPassword,
  completeSignIn,
  type Device,
  hasAccount,
  type SignInResult,
} from '#server/features/auth/index.ts'
import { findViolatedConstraint, inTransaction } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { findInvitation, lockInvitation, updateInvitation } from './invitation-rows.ts'

async function requireOpen(deps: AuthDeps, token: string) {
  const found = await findInvitation(deps.db, deps, token, deps.clock.now())
  if (!found) throw new Refusal('INVITATION_ENDED')
  return found
}

/**
 * Reads the page of a link. Reading changes nothing, since mail programs open links by themselves.
 */
export async function readInvitation(deps: AuthDeps, token: string): Promise<InvitationShown> {
  const { company_name, email, role, inviter } = await requireOpen(deps, token)
  return { companyName: company_name, email, role, invitedBy: inviter }
}

/**
 * Creates the account of the person with the link, once among simultaneous attempts, and signs in.
 * The link came by mail, so the e-mail is confirmed.
 */
export async function acceptInvitation(
  deps: AuthDeps,
  token: string,
  { firstName, lastName, password }: AcceptInvitationBody,
  device: Device,
): Promise<SignInResult> {
  const { db, passwords, macKey, clock } = deps
  const found = await requireOpen(deps, token)
  const { company_id: companyId, id, email, role, version } = found
  const owner = { firstName, lastName, email, companyName: found.company_name }
  checkNewPassword(password, 'password', device.language, owner)
  if (await hasAccount(db, email)) throw new Refusal('EMAIL_TAKEN')
  const password_hash = await passwords.hash(password)
  const now = clock.now()
  try {
    return await inTransaction(db, async (trx) => {
      await refuseIfFrozen(trx, macKey, companyId)
      const invitation = await lockInvitation(trx, deps, { companyId, id })
      // Another link was sent, or another request was faster.
      if (invitation?.version !== version) throw new Refusal('INVITATION_ENDED')
      await updateInvitation(trx, deps, invitation, { ended_at: now })
      const user = await insertUser(trx, macKey, {
        company_id: companyId,
        first_name: firstName,
        last_name: lastName,
        email,
        email_verified_at: now,
        password_hash,
        role,
        role_since: now,
      })
      const who = { companyId, userId: user.id, ip: device.ip }
      await record(trx, { ...who, action: 'team.joined', subject: email, detail: { role } })
      return completeSignIn(trx, deps, user, device)
    })
  } catch (cause) {
    if (findViolatedConstraint(cause) !== 'users_email_key') throw cause
    throw new Refusal('EMAIL_TAKEN', { cause })
  }
}
