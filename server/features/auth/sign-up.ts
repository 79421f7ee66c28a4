import type { SignUpBody } from '#contract/sign-up.ts'
import { insertCompany, insertUser } from '#server/authorization/account-rows.ts'
import { sendSignUpCode } from '#server/features/verification-codes/index.ts'
import { type Db, findViolatedConstraint } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { customerNetworkOf, limits, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { readSignUpInvitation, useInvitation as spendInvitation } from './company-invitations.ts'
import { type AuthDeps, completeSignIn, type SignInResult } from './complete-sign-in.ts'
import type { Device } from './devices.ts'
import { checkNewPassword } from './new-password.ts'

/** Whether anybody may sign up without an invitation. */
export async function isSignUpOpen({ db, config }: Pick<AuthDeps, 'db' | 'config'>) {
  if (config.signUp !== 'first') return config.signUp === 'open'
  return !(await hasCompany(db))
}

async function hasCompany(db: Db): Promise<boolean> {
  const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  return company !== undefined
}

/** An invitation is for one e-mail: a link that went astray makes no other account. */
async function checkInvitation(
  deps: AuthDeps,
  { invitation, email }: Pick<SignUpBody, 'invitation' | 'email'>,
  { language }: Device,
): Promise<void> {
  if (invitation === undefined) return
  const invited = await readSignUpInvitation(deps, invitation, deps.clock.now())
  if (invited === null) throw new Refusal('INVITATION_ENDED')
  if (invited.toLowerCase() === email.toLowerCase()) return
  const message = faultText('invitedOther', language)
  throw new Refusal('VALIDATION', { faults: [{ path: 'email', message }] })
}

const refusalOf = (constraint: string | null | undefined) => {
  if (constraint === 'users_email_key') return 'EMAIL_TAKEN'
  // Another sign-up came first: the database allows one without an invitation.
  return constraint === 'companies_signed_up_first_key' ? 'SIGN_UP_CLOSED' : null
}

/**
 * Creates a company, its first administrator, a session and the code for the e-mail, or nothing.
 */
export async function signUp(
  deps: AuthDeps,
  body: SignUpBody,
  device: Device,
): Promise<SignInResult> {
  const { db, clock, passwords, macKey, config } = deps
  const { invitation } = body
  checkNewPassword(body.password, 'password', device.language, body)
  await checkInvitation(deps, body, device)
  await take(deps, limits.signUp, customerNetworkOf(device.ip))
  if (invitation === undefined && !(await isSignUpOpen(deps))) throw new Refusal('SIGN_UP_CLOSED')
  const passwordHash = await passwords.hash(body.password, customerNetworkOf(device.ip))
  const now = clock.now()
  try {
    return await db.transaction().execute(async (trx) => {
      if (invitation !== undefined && !(await spendInvitation(trx, invitation))) {
        throw new Refusal('INVITATION_ENDED')
      }
      const { id: companyId } = await insertCompany(trx, macKey, {
        name: body.companyName,
        sector: body.companySector,
        created_at: now,
        approval_changed_addresses: true,
        // Where money is real every payment needs approval, until the company sets an amount.
        approval_over_usd_cents: config.sandbox ? null : 0n,
        signed_up_first: invitation === undefined && config.signUp === 'first',
      })
      const user = await insertUser(trx, macKey, {
        company_id: companyId,
        first_name: body.firstName,
        last_name: body.lastName,
        email: body.email,
        password_hash: passwordHash,
        role: 'ADMIN',
        role_since: now,
      })
      const who = { companyId, userId: user.id, ip: device.ip }
      await record(trx, { ...who, action: 'auth.signedUp', subject: user.email })
      const signedIn = await completeSignIn(trx, deps, user, device)
      const mailbox = { companyId, userId: user.id, to: user.email }
      await sendSignUpCode(trx, deps, mailbox, now)
      return signedIn
    })
  } catch (cause) {
    const code = refusalOf(findViolatedConstraint(cause))
    if (code) throw new Refusal(code, { cause })
    throw cause
  }
}
