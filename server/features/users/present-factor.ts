import type { z } from 'zod/mini'
import type { PresentFactor, removeFactorBody } from '#contract/factors.ts'
import { isRecoveryCode } from '#contract/fields.ts'
import { frozenAt, refuseIfFrozen } from '#server/authorization/frozen.ts'
import {
  endChallenges,
  endSessions,
  type StepUp,
  tryPassword,
  tryStepUp,
  tryStepUpCode,
  type UserSession,
} from '#server/features/auth/index.ts'
import { notifyUser } from '#server/features/notifications/index.ts'
import { type RightCode, tryRecoveryCode } from '#server/features/verification-codes/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Account, lockAccount } from './store.ts'

export type RemoveFactor = z.infer<typeof removeFactorBody>

/** Checks the present factor for a change of factors; a frozen company changes none. */
export async function provePresence(
  deps: Deps,
  session: UserSession,
  given: PresentFactor,
): Promise<StepUp> {
  await take(deps, limits.factor, session.userId)
  await refuseIfFrozen(deps.db, deps.macKey, session.companyId)
  return tryStepUp(deps, session, 'FACTORS', given)
}

/** Checks the present factor for a removal, where a recovery code replaces a lost phone or key. */
export async function proveRemoval(
  deps: Deps,
  session: UserSession,
  { password, code, assertion }: RemoveFactor,
): Promise<StepUp> {
  if (!code || !isRecoveryCode(code)) {
    return provePresence(deps, session, { password, code, assertion })
  }
  await take(deps, limits.factor, session.userId)
  await refuseIfFrozen(deps.db, deps.macKey, session.companyId)
  if (!password) throw new Refusal('CODE_REQUIRED')
  const passwordHash = await tryPassword(deps, session, password)
  const { companyId, userId } = session
  const subject = { companyId, userId, purpose: 'step-up:FACTORS', subjectId: userId } as const
  const right = await tryRecoveryCode(deps.db, deps, { ...subject, code }, deps.clock.now())
  return { who: session, passwordHash, code: right }
}

/**
 * Checks the removal of the app: its own code is enough, everything else needs the password as
 * well.
 */
export async function proveAppRemoval(
  deps: Deps,
  session: UserSession,
  given: RemoveFactor,
): Promise<StepUp | RightCode> {
  const { password, code, assertion } = given
  if (password || assertion || !code || isRecoveryCode(code)) {
    return proveRemoval(deps, session, given)
  }
  await take(deps, limits.factor, session.userId)
  await refuseIfFrozen(deps.db, deps.macKey, session.companyId)
  const right = await tryStepUpCode(deps, session, 'FACTORS', { code })
  if (right.kind !== 'TOTP') throw new Refusal('CODE_REQUIRED')
  return right
}

/** Locks the account, after reading the company's freeze, before all other locks. */
export async function lockForFactors(trx: Trx, deps: Deps, session: UserSession): Promise<Account> {
  const frozen = await frozenAt(trx, deps.macKey, session.companyId)
  if (frozen !== null) throw new Refusal('COMPANY_FROZEN')
  return lockAccount(trx, deps.macKey, session)
}

type Change = 'passkeyAdded' | 'passkeyRemoved' | 'appAdded' | 'appRemoved' | 'recoveryCodesMade'

/**
 * Ends other sessions and unfinished sign-ins after a change of factors, and notifies the owner.
 */
export async function tellOfFactors(
  trx: Trx,
  deps: Deps,
  session: UserSession,
  { what, name = null }: { what: Change; name?: string | null },
): Promise<void> {
  if (what !== 'recoveryCodesMade') {
    await endChallenges(trx, session)
    await endSessions(trx, session, session.sessionId)
  }
  const params = { at: deps.clock.now(), what, name }
  await notifyUser(trx, deps, session, { template: 'factorsChanged', params })
}
