import { takeGuess } from '#server/authorization/guess-counts.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import {
  askAnyPasskey,
  tryAnyAssertion,
  type WebauthnJson,
} from '#server/features/factors/index.ts'
import { codeGuardRefusal } from '#server/features/verification-codes/index.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type AuthDeps, completeSignIn, type SignInResult } from './complete-sign-in.ts'
import type { Device } from './devices.ts'
import { userColumns } from './user.ts'

/** Makes a challenge that any passkey may sign, which reveals nothing about who has one. */
export async function passkeySignInOptions(deps: AuthDeps, ip: string): Promise<WebauthnJson> {
  await take(deps, limits.passkeyOptions, networkOf(ip))
  return askAnyPasskey(deps, deps.clock.now())
}

/**
 * Starts a session for a passkey. A passkey counts as two factors: the device, and what unlocks it.
 */
export async function signInByPasskey(
  deps: AuthDeps,
  response: WebauthnJson,
  device: Device,
): Promise<SignInResult> {
  const { db, macKey, clock } = deps
  const forgive = await takeGuess(deps, limits.mfa, networkOf(device.ip))
  const owner = await tryAnyAssertion(deps, response)
  const refusal = await codeGuardRefusal(db, macKey, owner, clock.now())
  // A lock applies to codes alone; a block stops passkeys too.
  if (refusal?.code === 'SIGN_IN_BLOCKED') throw refusal
  const entered = await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select([...userColumns, ...macColumns.users])
      .where('company_id', '=', owner.companyId)
      .where('id', '=', owner.userId)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw new Refusal('WRONG_ASSERTION')
    requireTrue(macKey, 'users', user)
    return completeSignIn(trx, deps, user, device)
  })
  await forgive()
  return entered
}
