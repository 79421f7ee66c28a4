import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { MfaStarted, SignInAnswer, SignInBody } from '#contract/auth.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { attemptPassword, countWrong } from '#server/authorization/guess-counts.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { userFactors } from '#server/features/factors/index.ts'
import { codeGuardRefusal } from '#server/features/verification-codes/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { startChallenge } from './challenges.ts'
import { type AuthDeps, completeSignIn } from './complete-sign-in.ts'
import { deviceMac } from './device-cookie.ts'
import type { Device } from './devices.ts'
import { noteFailure } from './networks.ts'
import { holdPassword } from './step-up.ts'
import { userColumns } from './user.ts'

/** Finds a user by e-mail, in any case, with the MACs of the known browsers. */
function findUser(db: Db, email: string) {
  return db
    .selectFrom('users as u')
    .select([...userColumns, ...macColumns.users].map((name) => `u.${name}` as const))
    .select(sql<Buffer[]>`ARRAY(SELECT mac FROM device_cookies WHERE user_id = u.id)`.as('devices'))
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['u.email']), '=', fn<string>('lower', [eb.val(email)])),
    )
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
}
type Found = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** The MAC of the caller's browser, where the user has signed in with it before. */
function knownDevice(key: KeyObject, user: Found, cookie: string | null): Buffer | undefined {
  const mac = deviceMac(key, { companyId: user.company_id, userId: user.id }, cookie ?? '')
  return user.devices.find((known) => known.equals(mac))
}

/**
 * The user of a right password. A wrong password and an unknown e-mail get the same refusal at the
 * same cost.
 */
async function userOfPassword(
  deps: AuthDeps,
  { email, password }: SignInBody,
  { ip, cookie }: Device,
): Promise<Found> {
  const { db, passwords, macKey } = deps
  const user = await findUser(db, email)
  const device = user && knownDevice(macKey, user, cookie)
  const isRight = (lane: string) => () =>
    passwords.matches(password, user?.password_hash ?? null, lane)
  const browser = device?.toString('hex')
  const network = networkOf(ip)
  const matches = browser
    ? await countWrong(deps, limits.knownDevice, browser, isRight(browser))
    : await attemptFromAnywhere(deps, email.toLowerCase(), network, isRight(network))
  if (user && matches) return requireTrue(macKey, 'users', user)
  if (user) {
    const nobody = { companyId: user.company_id, userId: null, ip }
    await record(db, { ...nobody, action: 'auth.signInFailed', subject: user.email })
    const owner = { companyId: user.company_id, userId: user.id }
    await noteFailure(db, owner, deps.clock.now())
  }
  throw new Refusal('WRONG_CREDENTIALS')
}

/**
 * Limits an attempt from an unknown browser. It waits for other attempts from its own network.
 * Attempts from elsewhere count only after hundreds of wrong ones from many networks.
 */
const attemptFromAnywhere = (
  deps: AuthDeps,
  email: string,
  network: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> =>
  countWrong(deps, limits.signIn, network, () =>
    countWrong(deps, limits.signInAccount, email, () =>
      attemptPassword(deps, `${email} ${network}`, isRight),
    ),
  )

/** Starts a session or, with two-factor on, a challenge whose code is sent. */
export async function signIn(
  deps: AuthDeps,
  body: SignInBody,
  device: Device,
): Promise<{ answer: SignInAnswer; cookie: string | null }> {
  const { db, clock, passwords, macKey } = deps
  const user = await userOfPassword(deps, body, device)
  const owner = { companyId: user.company_id, userId: user.id }
  const refusal = await codeGuardRefusal(db, macKey, owner, clock.now())
  // A lock applies to codes alone, so it does not stop a user who needs none; a block stops
  // everybody.
  const isTwoFactorOn = (await userFactors(db, macKey, user)).length > 0
  if (refusal && (isTwoFactorOn || refusal.code === 'SIGN_IN_BLOCKED')) throw refusal
  if (isTwoFactorOn) await take(deps, limits.signInCodes, user.id)
  const newHash = passwords.isOutdated(user.password_hash)
    ? await passwords.hash(body.password)
    : null
  return db.transaction().execute(async (trx) => {
    await claimPassword(trx, deps, user, newHash)
    return isTwoFactorOn
      ? challenge(trx, deps, user, device)
      : completeSignIn(trx, deps, user, device)
  })
}

/**
 * Fails where the password was changed since it was read, and locks it until the SQL transaction
 * ends. Stores a new hash if the parameters have changed.
 */
async function claimPassword(
  trx: Trx,
  { macKey }: Pick<AuthDeps, 'macKey'>,
  user: Found,
  newHash: string | null,
): Promise<void> {
  const who = { companyId: user.company_id, userId: user.id }
  if (!(await holdPassword(trx, who, user.password_hash))) throw new Refusal('WRONG_CREDENTIALS')
  if (newHash === null) return
  await updateUser(trx, macKey, who, { password_hash: newHash })
}

async function challenge(
  trx: Trx,
  deps: AuthDeps,
  user: Found,
  { language }: Device,
): Promise<{ answer: MfaStarted; cookie: null }> {
  await trx.updateTable('users').set({ language }).where('id', '=', user.id).execute()
  const owner = { companyId: user.company_id, userId: user.id }
  return { answer: await startChallenge(trx, deps, owner, deps.clock.now()), cookie: null }
}
