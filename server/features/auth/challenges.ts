import { randomUUID } from 'node:crypto'
import type { CodeSent, MfaBody, MfaResendBody, MfaStarted } from '#contract/auth.ts'
import { isRecoveryCode } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import { minuteMs } from '#domain/durations.ts'
import { takeGuess } from '#server/authorization/guess-counts.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { tryAssertion } from '#server/features/factors/index.ts'
import { notifyUser } from '#server/features/notifications/index.ts'
import {
  askForCode,
  assertionPurpose,
  codeGuardRefusal,
  presentFactors,
  type RecoveryCode,
  type RightCode,
  tryCode,
  tryRecoveryCode,
  useCode,
} from '#server/features/verification-codes/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { limits, networkOf } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { isTrueToken, newToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'
import { type AuthDeps, completeSignIn, type SignInResult } from './complete-sign-in.ts'
import type { Device } from './devices.ts'
import { noteFailure } from './networks.ts'
import { userColumns } from './user.ts'

const lifeMs = 10 * minuteMs
const triesAtMost = 5

const subjectOf = (owner: { companyId: string; userId: string }, challengeId: string) =>
  ({ ...owner, purpose: 'sign-in', subjectId: challengeId }) as const

type Challenge = { id: string; companyId: string; userId: string; createdAt: Date }

/** The fields that the MAC of a challenge covers. */
const sealedChallenge = (token: string, { id, companyId, userId, createdAt }: Challenge) => [
  token,
  id,
  companyId,
  userId,
  createdAt,
]

/**
 * Starts a challenge after the right password: a token of ten minutes for this user alone, and a
 * code.
 */
export async function startChallenge(
  trx: Trx,
  deps: AuthDeps,
  owner: { companyId: string; userId: string },
  now: Date,
): Promise<MfaStarted> {
  const mfaToken = newToken()
  const id = randomUUID()
  const sealed = sealedChallenge(mfaToken, { ...owner, id, createdAt: now })
  await trx
    .insertInto('mfa_challenges')
    .values({
      id,
      mac: tokenMac(deps.macKey, 'mfa_challenges', sealed),
      sha256: tokenHash(mfaToken),
      company_id: owner.companyId,
      user_id: owner.userId,
      created_at: now,
    })
    .execute()
  return { mfaToken, ...(await askForCode(trx, deps, subjectOf(owner, id), now)) }
}

/** Reads the challenge of a token and its user; 401 once the challenge is over. */
async function readChallenge(
  { db, macKey, log }: Pick<AuthDeps, 'db' | 'macKey' | 'log'>,
  { email, mfaToken }: { email: string; mfaToken: string },
  now: Date,
) {
  const row = await db
    .selectFrom('mfa_challenges as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id as challenge_id',
      'c.created_at as begun_at',
      'c.mac as challenge_mac',
      'c.tries',
      ...[...userColumns, ...macColumns.users].map((name) => `u.${name}` as const),
    ])
    .where('c.sha256', '=', tokenHash(mfaToken))
    .where('c.created_at', '>', new Date(now.getTime() - lifeMs))
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['u.email']), '=', fn<string>('lower', [eb.val(email)])),
    )
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('MFA_EXPIRED')
  requireTrue(macKey, 'users', row)
  const { challenge_id: id, begun_at: createdAt, challenge_mac: mac } = row
  const owner = { companyId: row.company_id, userId: row.id }
  const sealed = sealedChallenge(mfaToken, { ...owner, id, createdAt })
  if (!isTrueToken({ macKey, log }, 'mfa_challenges', { name: id, sealed, mac })) {
    throw new Refusal('MFA_EXPIRED')
  }
  const subject = subjectOf(owner, id)
  if (row.tries >= triesAtMost) throw new Refusal('MFA_EXPIRED')
  return { user: row, subject }
}

type SignInSubject = ReturnType<typeof subjectOf>

/** Tries the factor that was sent: the assertion of a passkey, a recovery code, or six digits. */
async function tryFactor(
  deps: AuthDeps,
  subject: SignInSubject,
  { code = '', assertion }: MfaBody,
  now: Date,
): Promise<RightCode | RecoveryCode> {
  const { companyId, userId } = subject
  if (assertion) {
    const refusal = await codeGuardRefusal(deps.db, deps.macKey, subject, now)
    // A lock applies to codes alone; a block stops every factor.
    if (refusal?.code === 'SIGN_IN_BLOCKED') throw refusal
    const owner = { companyId, userId }
    const { passkeyId } = await tryAssertion(deps, owner, assertionPurpose(subject), assertion)
    return { kind: 'PASSKEY', passkeyId, ...owner, macKey: deps.macKey }
  }
  const look = isRecoveryCode(code) ? tryRecoveryCode : tryCode
  return look(deps.db, deps, { ...subject, code }, now)
}

/** Starts a session for the right factor and ends the challenge. */
export async function finishChallenge(
  deps: AuthDeps,
  body: MfaBody,
  device: Device,
): Promise<SignInResult> {
  const { db, clock } = deps
  const forgive = await takeGuess(deps, limits.mfa, networkOf(device.ip))
  const now = clock.now()
  const { user, subject } = await readChallenge(deps, body, now)
  const right = await tryFactor(deps, subject, body, now).catch(async (cause: unknown) => {
    if (
      cause instanceof Refusal &&
      (cause.code === 'WRONG_CODE' || cause.code === 'WRONG_ASSERTION')
    ) {
      const nobody = { companyId: user.company_id, userId: null, ip: device.ip }
      await record(db, { ...nobody, action: 'auth.codeFailed', subject: user.email })
      await noteFailure(db, subject, now)
    }
    throw cause
  })
  const entered = await db.transaction().execute(async (trx) => {
    await lockUser(trx, subject)
    await useCode(trx, right, now)
    // The challenge is gone where the password or the factor was changed meanwhile.
    const { numDeletedRows } = await trx
      .deleteFrom('mfa_challenges')
      .where('id', '=', subject.subjectId)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new Refusal('MFA_EXPIRED')
    if (right.kind === 'RECOVERY') await noteRecovery(trx, deps, user, { ip: device.ip, now })
    return completeSignIn(trx, deps, user, device)
  })
  await forgive()
  return entered
}

/** Notifies the owner of a used recovery code: a thief may have used it. */
async function noteRecovery(
  trx: Trx,
  deps: AuthDeps,
  user: { id: string; company_id: string; email: string },
  { ip, now }: { ip: string; now: Date },
): Promise<void> {
  const owner = { companyId: user.company_id, userId: user.id }
  const params = { at: now, what: 'recoveryCodeUsed', name: null } as const
  await notifyUser(trx, deps, owner, { template: 'factorsChanged', params })
  const who = { ...owner, ip, subject: user.email }
  await record(trx, { ...who, action: 'user.recoveryCodeUsed' })
}

/**
 * Locks the user first of all, in the order of every change of password or factor, so that nobody
 * deadlocks.
 */
async function lockUser(trx: Trx, owner: { companyId: string; userId: string }): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', owner.companyId)
    .where('id', '=', owner.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Sends a new code for a challenge, which voids the one before, or offers another of the user's
 * factors. A key, an app or a text message is never exchanged for mail.
 */
export async function resendCode(
  deps: AuthDeps,
  { via, ...body }: MfaResendBody,
  language: Language,
): Promise<CodeSent> {
  const now = deps.clock.now()
  const { subject } = await readChallenge(deps, body, now)
  const factors = await presentFactors(deps.db, deps, subject)
  if (via && !factors.includes(via)) {
    const message = faultText('invalid', language)
    throw new Refusal('VALIDATION', { faults: [{ path: 'via', message }] })
  }
  const refusal = await codeGuardRefusal(deps.db, deps.macKey, subject, now)
  if (refusal) throw refusal
  return deps.db.transaction().execute(async (trx) => {
    const { factors: _, ...sent } = await askForCode(trx, deps, subject, now, via)
    return sent
  })
}

/** Ends the sign-ins that a user had begun with the old password or factor. */
export async function endChallenges(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await trx
    .deleteFrom('mfa_challenges')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}
