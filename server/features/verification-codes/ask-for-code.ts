import type { CodeSent } from '#contract/auth.ts'
import type { FactorKind } from '#domain/roles.ts'
import { askPasskey, readOwnFactors, secondFactors } from '#server/features/factors/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { type ChannelDeps, channelOf, readUser } from './channel.ts'
import { type CodeScope, type CodesDeps, sendCode } from './codes.ts'
import type { Release } from './message.ts'

type Owner = Pick<CodeScope, 'companyId' | 'userId'>

/** The second factors with which a user can give a code now, the strongest first. */
export async function presentFactors(
  db: Db,
  deps: ChannelDeps,
  owner: Owner,
): Promise<FactorKind[]> {
  const user = await readUser(db, deps, owner)
  const { via } = channelOf(user, deps.smsConfigured)
  const own = await readOwnFactors(db, deps.macKey, owner)
  return secondFactors({ ...user, two_factor_via: via }, own)
}

/** The purpose of the challenge that a passkey signs in place of a code. */
export const assertionPurpose = ({ purpose, subjectId }: CodeScope) => `${purpose}:${subjectId}`

/** Orders have challenges of their own, over what they pay (`approval-options`). */
const takesPasskey = ({ purpose }: CodeScope) =>
  purpose === 'sign-in' || purpose.startsWith('step-up:')

/** The user's strongest kind of code; by mail where there is no second factor. */
const strongestCode = (factors: readonly FactorKind[]): FactorKind =>
  factors.find((kind) => kind !== 'PASSKEY') ?? factors[0] ?? 'EMAIL'

/**
 * Asks a user for a code: of the app, or by a message queued in the same SQL transaction. A user
 * who has only a passkey is asked for that. `wish` is one of the user's factors.
 */
export async function askForCode(
  trx: Trx,
  deps: CodesDeps,
  subject: CodeScope & Release,
  now: Date,
  wish?: FactorKind,
): Promise<CodeSent & { factors: FactorKind[] }> {
  const factors = await presentFactors(trx, deps, subject)
  const via = wish ?? strongestCode(factors)
  const sent =
    via === 'TOTP' || via === 'PASSKEY'
      ? { via, sentTo: null }
      : await sendCode(trx, deps, subject, now)
  const asks = factors.includes('PASSKEY') && takesPasskey(subject)
  const purpose = assertionPurpose(subject)
  const options = asks ? await askPasskey({ ...deps, db: trx }, subject, purpose, now) : null
  return { ...sent, ...(options && { options }), factors }
}
