import type { SignUpBody } from '#contract/auth.ts'
import { insertCompany, insertUser } from '#server/authorization/account-rows.ts'
import { violatedConstraint } from '#server/platform/db/database.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { type AuthDeps, completeSignIn, type SignInResult } from './complete-sign-in.ts'
import type { Device } from './devices.ts'
import { checkNewPassword } from './new-password.ts'

/** A company, its first administrator and a session, or nothing. */
export async function signUp(
  deps: AuthDeps,
  body: SignUpBody,
  device: Device,
): Promise<SignInResult> {
  const { db, passwords, macKey } = deps
  checkNewPassword(body.password, 'password', device.language, body)
  await take(deps, limits.signUp, networkOf(device.ip))
  const passwordHash = await passwords.hash(body.password)
  try {
    return await db.transaction().execute(async (trx) => {
      const { id: companyId } = await insertCompany(trx, macKey, {
        name: body.companyName,
        sector: body.companySector,
        approval_changed_addresses: true,
        // Where money is real every payment asks, until the company says from which sum on.
        approval_over_usd_cents: deps.config.sandbox ? null : 0n,
      })
      const user = await insertUser(trx, macKey, {
        company_id: companyId,
        first_name: body.firstName,
        last_name: body.lastName,
        email: body.email,
        password_hash: passwordHash,
      })
      const who = { companyId, userId: user.id, ip: device.ip }
      await record(trx, { ...who, action: 'auth.signedUp', subject: user.email })
      return completeSignIn(trx, deps, user, device)
    })
  } catch (cause) {
    if (violatedConstraint(cause) === 'users_email_key') throw new Refusal('EMAIL_TAKEN', { cause })
    throw cause
  }
}
