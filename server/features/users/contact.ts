import type { Language } from '#contract/languages.ts'
import type { Channel, User } from '#contract/user.ts'
import type { ContactCodeBody, StepUpGiven } from '#contract/users.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { frozenAt, refuseIfFrozen } from '#server/authorization/frozen.ts'
import {
  endChallenges,
  endSessions,
  type StepUp,
  spendStepUp,
  tryPassword,
  tryStepUp,
  type UserSession,
  userColumns,
  userOf,
} from '#server/features/auth/index.ts'
import { userFactors } from '#server/features/factors/index.ts'
import { type QueueDeps, queueMessage } from '#server/features/notifications/index.ts'
import {
  channelOf,
  keepFormerChannel,
  type MessageCode,
  type MessageSent,
  maskRecipient,
  sendCode,
  useCode as spendCode,
} from '#server/features/verification-codes/index.ts'
import { findViolatedConstraint, type Trx } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Account, findAccount, lockAccount, readAccount, type Who } from './store.ts'
import { notifyFactorChange } from './tell.ts'

type ContactDeps = Pick<
  Deps,
  'db' | 'passwords' | 'clock' | 'config' | 'macKey' | 'log' | 'smsConfigured'
>

export const contactSubject = <Via extends Channel>({ companyId, userId }: Who, via: Via) =>
  ({ companyId, userId, purpose: `contact:${via}`, subjectId: userId }) as const

/** The contact to confirm; `isNew` where it is not the account's own. */
export type Wish = { account: Account; channel: Channel; value: string; isNew: boolean }

/** Reads the contact of a request; 400 where there is no phone, present or new. */
export async function readWish(
  { db, macKey }: ContactDeps,
  session: UserSession,
  { channel, value }: ContactCodeBody,
  language: Language,
): Promise<Wish> {
  const account = await readAccount(db, macKey, session)
  const present = channel === 'EMAIL' ? account.email : account.phone
  const isNew = value !== undefined && value.toLowerCase() !== present?.toLowerCase()
  const wanted = isNew ? value : present
  if (wanted === null) {
    const message = faultText('required', language)
    throw new Refusal('VALIDATION', { faults: [{ path: 'value', message }] })
  }
  return { account, channel, value: wanted, isNew }
}

/**
 * The proof for a new contact: password and code, or the password alone for an e-mail that was
 * never confirmed.
 */
export type Proof = StepUp | 'password' | null

/** Checks the proof of a new contact, 401 `CODE_REQUIRED` without one, and then conflicts. */
export async function proveContact(
  deps: ContactDeps,
  session: UserSession,
  { account, channel, value, isNew }: Wish,
  given: StepUpGiven,
): Promise<Proof> {
  let proof: Proof = null
  if (isNew) await refuseIfFrozen(deps.db, deps.macKey, session.companyId)
  if (isNew && channel === 'EMAIL' && account.email_verified_at === null) {
    if (!given.password) throw new Refusal('CODE_REQUIRED')
    await tryPassword(deps, session, given.password)
    proof = 'password'
  } else if (isNew) proof = await tryStepUp(deps, session, 'CONTACT', given)
  if (channel === 'SMS' && !deps.smsConfigured) throw new Refusal('SMS_NOT_CONFIGURED')
  if (isNew && channel === 'EMAIL' && (await findAccount(deps.db, deps.macKey, value))) {
    throw new Refusal('EMAIL_TAKEN')
  }
  return proof
}

/** Sends a code to the contact itself, and spends the proof of a new one. */
export async function sendContactCode(
  trx: Trx,
  deps: ContactDeps,
  session: UserSession,
  { channel, value, isNew }: Wish,
  proof: Proof,
): Promise<MessageSent> {
  const now = deps.clock.now()
  if (isNew && proof !== 'password') await spendStepUp(trx, proof, now)
  return sendCode(trx, deps, { ...contactSubject(session, channel), to: value }, now)
}

type Context = QueueDeps & Pick<Deps, 'smsConfigured'> & { ip: string; now: Date }

/** Makes the contact that got a right code the account's, confirmed. */
export async function confirmContact(
  trx: Trx,
  session: UserSession,
  right: MessageCode,
  context: Context,
): Promise<User> {
  // Read before all locks, in the order in which a freeze takes them.
  const frozen = (await frozenAt(trx, context.macKey, session.companyId)) !== null
  const before = await lockAccount(trx, context.macKey, session)
  const { via, to } = right.channel
  const present = via === 'EMAIL' ? before.email : before.phone
  if (to !== present) {
    if (frozen) throw new Refusal('COMPANY_FROZEN')
    await changeContact(trx, session, before, right, context)
  }
  await spendCode(trx, right, context.now)
  const { companyId, userId } = session
  const row = await trx
    .selectFrom('users')
    .select(userColumns)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const who = { companyId, userId, ip: context.ip, subject: maskRecipient(right.channel) }
  await record(trx, { ...who, action: 'user.contactConfirmed' })
  return userOf(row, await userFactors(trx, context.macKey, { ...row, company_id: companyId }))
}

/**
 * Notifies the old contact. A changed contact ends the other sessions, and a changed e-mail ends
 * open reset links.
 */
async function changeContact(
  trx: Trx,
  session: UserSession,
  before: Account,
  { channel: { via, to } }: MessageCode,
  context: Context,
): Promise<void> {
  const { ip, smsConfigured, now, macKey } = context
  const { companyId, userId, sessionId } = session
  const change =
    via === 'EMAIL'
      ? { email: to, email_verified_at: null }
      : { phone: to, phone_verified_at: null }
  await updateUser(trx, macKey, session, change).catch((cause: unknown) => {
    if (findViolatedConstraint(cause) === 'users_email_key') {
      throw new Refusal('EMAIL_TAKEN', { cause })
    }
    throw cause
  })
  const after = { ...before, ...change }
  const former = channelOf(before, smsConfigured)
  // An e-mail that was never confirmed may be somebody else's, so no code for money goes there.
  const wasTrusted = former.via === 'SMS' || before.email_verified_at !== null
  if (wasTrusted && former.to !== channelOf(after, smsConfigured).to) {
    await keepFormerChannel(trx, macKey, session, former, now)
  }
  await endChallenges(trx, session)
  await endSessions(trx, session, sessionId)
  const who = { companyId, userId, ip, subject: `${before.first_name} ${before.last_name}` }
  if (via === 'SMS') {
    await notifyFactorChange(trx, before, after, context)
    await record(trx, { ...who, action: 'user.phoneChanged' })
    return
  }
  await trx.deleteFrom('reset_links').where('user_id', '=', userId).execute()
  await queueMessage(trx, context, {
    companyId,
    userId,
    to: before.email,
    via: 'EMAIL',
    // The column's CHECK allows only these four.
    language: before.language as Language,
    template: 'emailChanged',
    params: { at: now, email: maskRecipient({ via: 'EMAIL', to }) },
  })
  await record(trx, { ...who, action: 'user.emailChanged' })
}
