import type { CodeSent } from '#contract/auth.ts'
import type { StepUpAction, StepUpGiven } from '#contract/users.ts'
import { countWrong } from '#server/authorization/guess-counts.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { tryAssertion } from '#server/features/factors/index.ts'
import type { NotifyDeps, QueueDeps } from '#server/features/notifications/index.ts'
import {
  askForCode,
  assertionPurpose,
  codeGuardRefusal,
  type RecoveryCode,
  type RightCode,
  useCode as spendCode,
  tryCode,
} from '#server/features/verification-codes/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { limits } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { UserSession } from './sessions.ts'

type Who = Pick<UserSession, 'companyId' | 'userId'>
type StepUpDeps = Pick<Deps, 'db' | 'passwords' | 'clock' | 'config' | 'macKey' | 'log'>

const stepUpSubject = ({ companyId, userId }: Who, action: StepUpAction) =>
  ({ companyId, userId, purpose: `step-up:${action}`, subjectId: userId }) as const

/**
 * Asks for the code of an action: from the app, or sent where the user's codes went 24 hours ago.
 */
export async function sendStepUp(
  trx: Trx,
  deps: QueueDeps & Pick<Deps, 'smsConfigured'>,
  who: Who,
  action: StepUpAction,
  now: Date,
): Promise<CodeSent> {
  const { factors: _, ...sent } = await askForCode(trx, deps, stepUpSubject(who, action), now)
  return sent
}

type Given = Pick<StepUpGiven, 'code' | 'assertion'>

/**
 * Checks the code of an action or the assertion of a passkey, for `useCode` to spend; 401
 * `CODE_REQUIRED` without either.
 */
export async function tryStepUpCode(
  deps: Pick<StepUpDeps, 'db' | 'clock' | 'config'> & NotifyDeps,
  who: Who,
  action: StepUpAction,
  { code, assertion }: Given,
): Promise<RightCode> {
  const subject = stepUpSubject(who, action)
  const { companyId, userId } = who
  if (!assertion) {
    if (!code) throw new Refusal('CODE_REQUIRED')
    return tryCode(deps.db, deps, { ...subject, code }, deps.clock.now())
  }
  // A lock applies to codes alone; a block stops everything.
  const refusal = await codeGuardRefusal(deps.db, deps.macKey, who, deps.clock.now())
  if (refusal?.code === 'SIGN_IN_BLOCKED') throw refusal
  const owner = { companyId, userId }
  const { passkeyId } = await tryAssertion(deps, owner, assertionPurpose(subject), assertion)
  return { kind: 'PASSKEY', passkeyId, ...owner, macKey: deps.macKey }
}

/**
 * Returns the stored hash of a right password; 400 `WRONG_PASSWORD` for a wrong one. Each session
 * has attempts of its own, so that a thief of one session cannot keep the owner out.
 */
export async function tryPassword(
  deps: StepUpDeps,
  session: UserSession,
  password: string,
): Promise<string> {
  const user = await deps.db
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', session.companyId)
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  const { password_hash: hash } = requireTrue(deps.macKey, 'users', user)
  const isRight = () => deps.passwords.matches(password, hash)
  if (!(await countWrong(deps, limits.sessionPassword, session.sessionId, isRight))) {
    throw new Refusal('WRONG_PASSWORD')
  }
  return hash
}

/** A right password and code, to be spent together with what they release. */
export type StepUp = { who: Who; passwordHash: string; code: RightCode | RecoveryCode }

/**
 * Checks password and code, or assertion, of an action: 401 `CODE_REQUIRED` unless both are there.
 */
export async function tryStepUp(
  deps: StepUpDeps,
  session: UserSession,
  action: StepUpAction,
  { password, ...given }: StepUpGiven,
): Promise<StepUp> {
  if (!password || (!given.code && !given.assertion)) throw new Refusal('CODE_REQUIRED')
  const passwordHash = await tryPassword(deps, session, password)
  const right = await tryStepUpCode(deps, session, action, given)
  return { who: session, passwordHash, code: right }
}

/** Spends a password and code, once; `null` where the action needed none when it began. */
export async function spendStepUp(trx: Trx, stepUp: StepUp | null, now: Date): Promise<void> {
  if (!stepUp) throw new Refusal('CODE_REQUIRED')
  const { who, passwordHash, code } = stepUp
  if (!(await holdPassword(trx, who, passwordHash))) throw new Refusal('WRONG_PASSWORD')
  await spendCode(trx, code, now)
}

/** A right password, to be held while its session's act is done. */
export type PasswordProof = { who: Who; passwordHash: string }

/** Checks the password of a session: 401 `CODE_REQUIRED` without one. */
export async function tryOwnPassword(
  deps: StepUpDeps,
  session: UserSession,
  { password }: Pick<StepUpGiven, 'password'>,
): Promise<PasswordProof> {
  if (!password) throw new Refusal('CODE_REQUIRED')
  return { who: session, passwordHash: await tryPassword(deps, session, password) }
}

/** Holds a right password until the SQL transaction ends; `null` where none was asked for. */
export async function requirePassword(trx: Trx, proof: PasswordProof | null): Promise<void> {
  if (!proof) throw new Refusal('CODE_REQUIRED')
  if (!(await holdPassword(trx, proof.who, proof.passwordHash))) throw new Refusal('WRONG_PASSWORD')
}

/** Whether the password is still the checked one; it is locked until the SQL transaction ends. */
export async function holdPassword(
  db: Db,
  { companyId, userId }: Who,
  passwordHash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .where('password_hash', '=', passwordHash)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
