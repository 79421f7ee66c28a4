import type { MfaStarted, SignInAnswer, SignInBody } from '#contract/auth.ts'
import { codeGuardRefusal } from '#server/features/codes/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { attemptPassword, limits, networkOf, take } from '#server/platform/rate-limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { startChallenge } from './challenges.ts'
import type { Device } from './devices.ts'
import { type Accounts, enter } from './enter.ts'
import { holdPassword } from './step-up.ts'
import { userColumns } from './user.ts'

/** E-mails are compared without regard to case. */
function findUser(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'company_id', 'password_hash'])
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['email']), '=', fn<string>('lower', [eb.val(email)])),
    )
    .executeTakeFirst()
}
type Found = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** The user of a right password; the same refusal at the same cost for a wrong one and an unknown e-mail. */
async function userOfPassword(
  parts: Accounts,
  { email, password }: SignInBody,
  { ip }: Device,
): Promise<Found> {
  const { db, passwords } = parts
  const forgive = await take(parts, limits.signIn, networkOf(ip))
  let wrong = false
  try {
    const user = await findUser(db, email)
    const matches = await attemptPassword(parts, email, () =>
      passwords.matches(password, user?.password_hash ?? null),
    )
    if (user && matches) return user
    wrong = true
    if (user) {
      const nobody = { companyId: user.company_id, userId: null, ip }
      await record(db, { ...nobody, action: 'auth.signInFailed', subject: user.email })
    }
    throw new Refusal('WRONG_CREDENTIALS')
  } finally {
    if (!wrong) await forgive()
  }
}

/** A session, or with two-factor on a challenge whose code is on its way. */
export async function signIn(
  parts: Accounts,
  body: SignInBody,
  device: Device,
): Promise<SignInAnswer> {
  const { db, clock, passwords } = parts
  const user = await userOfPassword(parts, body, device)
  const owner = { companyId: user.company_id, userId: user.id }
  const refusal = await codeGuardRefusal(db, owner, clock.now())
  // A lock is of codes: who needs none is not stopped by it, a block stops everybody.
  if (refusal && (user.two_factor_enabled || refusal.code === 'SIGN_IN_BLOCKED')) throw refusal
  if (user.two_factor_enabled) await take(parts, limits.signInCodes, user.id)
  const newHash = passwords.isOutdated(user.password_hash)
    ? await passwords.hash(body.password)
    : null
  return db.transaction().execute(async (trx) => {
    await claimPassword(trx, user, newHash)
    return user.two_factor_enabled
      ? challenge(trx, parts, user, device)
      : enter(trx, parts, user, device)
  })
}

/**
 * Fails where the password was changed since it was looked at, and keeps it as it is until the end of the
 * transaction; stores it hashed anew if it is time to.
 */
async function claimPassword(trx: Trx, user: Found, newHash: string | null): Promise<void> {
  const who = { companyId: user.company_id, userId: user.id }
  if (!(await holdPassword(trx, who, user.password_hash))) throw new Refusal('WRONG_CREDENTIALS')
  if (newHash === null) return
  await trx
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', user.id)
    .where('company_id', '=', user.company_id)
    .execute()
}

async function challenge(
  trx: Trx,
  parts: Accounts,
  user: Found,
  { language }: Device,
): Promise<MfaStarted> {
  await trx.updateTable('users').set({ language }).where('id', '=', user.id).execute()
  const owner = { companyId: user.company_id, userId: user.id }
  return startChallenge(trx, parts, owner, parts.clock.now())
}
