import type { KeyObject } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { User } from '#contract/user.ts'
import type { UserEdit } from '#contract/users.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { frozenAt } from '#server/authorization/frozen.ts'
import {
  endChallenges,
  endSessions,
  type StepUp,
  spendStepUp,
  type UserSession,
  userOf,
} from '#server/features/auth/index.ts'
import { userFactors } from '#server/features/factors/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  channelOf,
  keepFormerChannel,
  voidCode,
} from '#server/features/verification-codes/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { contactSubject } from './contact.ts'
import { type Account, lockAccount } from './store.ts'
import { type Factor, notifyFactorChange, notifyRenamed } from './tell.ts'

type Context = NotifyDeps &
  Pick<Deps, 'smsConfigured'> & {
    ip: string
    language: Language
    sandbox: boolean
    now: Date
    stepUp: StepUp | null
  }

export type Edited = { user: User; factor: 'off' | 'updated' | null }

/** Phone and second factor after an edit. */
function factorAfter(account: Factor, { phone, preferences }: UserEdit): Factor {
  const twoFactor = preferences?.twoFactorAuthentication
  return {
    phone: phone || account.phone,
    two_factor_enabled: twoFactor?.enabled ?? account.two_factor_enabled,
    two_factor_via: twoFactor?.via ?? account.two_factor_via,
  }
}

/**
 * Whether an edit sends codes elsewhere or nowhere. In a frozen company the caller may be the
 * thief.
 */
export function changesFactor(account: Factor, edit: UserEdit): boolean {
  const after = factorAfter(account, edit)
  return (
    after.phone !== account.phone ||
    after.two_factor_enabled !== account.two_factor_enabled ||
    after.two_factor_via !== account.two_factor_via
  )
}

/**
 * Whether an edit changes where codes go while any second factor exists. A session alone may not:
 * it could set a phone of its own beside a key.
 */
export async function wantsFactor(
  db: Db,
  macKey: KeyObject,
  account: Account,
  edit: UserEdit,
): Promise<boolean> {
  return changesFactor(account, edit) && (await userFactors(db, macKey, account)).length > 0
}

/** Refuses codes by text message without a phone. */
export function checkPhone(account: Factor, edit: UserEdit, language: Language): void {
  const after = factorAfter(account, edit)
  if (after.two_factor_via !== 'SMS' || after.phone !== null) return
  const message = faultText('required', language)
  throw new Refusal('VALIDATION', { faults: [{ path: 'phone', message }] })
}

/** Whether codes will go to a place where they did not go before. */
const newlyTrusts = (before: Factor, after: Factor): boolean =>
  after.two_factor_enabled &&
  (!before.two_factor_enabled ||
    after.two_factor_via !== before.two_factor_via ||
    (after.two_factor_via === 'SMS' && after.phone !== before.phone))

/** Whether the channel after an edit is confirmed as the user's. */
const isConfirmed = (before: Account, after: Factor): boolean =>
  after.two_factor_via === 'EMAIL'
    ? before.email_verified_at !== null
    : before.phone_verified_at !== null && after.phone === before.phone

function checkFactor(
  before: Account,
  after: Factor,
  edit: UserEdit,
  { smsConfigured, sandbox }: Context,
): void {
  const wanted = edit.preferences?.twoFactorAuthentication
  const asksForText = wanted?.enabled === true && after.two_factor_via === 'SMS'
  if (asksForText && !smsConfigured) throw new Refusal('SMS_NOT_CONFIGURED')
  if (!sandbox && newlyTrusts(before, after) && !isConfirmed(before, after)) {
    throw new Refusal('CHANNEL_NOT_CONFIRMED')
  }
}

/**
 * Changes the given fields. A change of the second factor or its channel ends all other sessions.
 */
export async function editUser(
  trx: Trx,
  session: UserSession,
  edit: UserEdit,
  context: Context,
): Promise<Edited> {
  const { companyId, userId, sessionId } = session
  // Read before all locks, in the order in which a freeze takes them.
  const frozen = (await frozenAt(trx, context.macKey, companyId)) !== null
  const before = await lockAccount(trx, context.macKey, session)
  const after = factorAfter(before, edit)
  checkPhone(before, edit, context.language)
  checkFactor(before, after, edit, context)
  if (frozen && changesFactor(before, edit)) throw new Refusal('COMPANY_FROZEN')
  if (await wantsFactor(trx, context.macKey, before, edit)) {
    await spendStepUp(trx, context.stepUp, context.now)
  }
  const phoneChanged = after.phone !== before.phone
  const row = await updateUser(trx, context.macKey, session, {
    first_name: edit.firstName ?? before.first_name,
    last_name: edit.lastName ?? before.last_name,
    ...after,
    ...(phoneChanged && { phone_verified_at: null }),
  })

  const factorChanged =
    after.two_factor_enabled !== before.two_factor_enabled ||
    after.two_factor_via !== before.two_factor_via ||
    (phoneChanged && before.two_factor_via === 'SMS')
  const former = channelOf(before, context.smsConfigured)
  if (former.to !== channelOf({ ...before, ...after }, context.smsConfigured).to) {
    await keepFormerChannel(trx, context.macKey, { companyId, userId }, former, context.now)
  }
  if (factorChanged || phoneChanged) {
    await endChallenges(trx, session)
    await endSessions(trx, session, sessionId)
    await notifyFactorChange(trx, before, after, context)
  }
  const subject = `${row.first_name} ${row.last_name}`
  const who = { companyId, userId, ip: context.ip, subject }
  if (edit.firstName !== undefined || edit.lastName !== undefined) {
    await record(trx, { ...who, action: 'user.edited' })
    await notifyRenamed(trx, context, { before, after: row }, context)
  }
  if (phoneChanged) {
    // The code sent to the old phone must not restore it.
    await voidCode(trx, contactSubject(session, 'SMS'), context.now)
    await record(trx, { ...who, action: 'user.phoneChanged' })
  }
  if (factorChanged) {
    const detail = { enabled: after.two_factor_enabled, via: after.two_factor_via }
    await record(trx, { ...who, action: 'user.twoFactorChanged', detail })
  }
  const wanted = edit.preferences?.twoFactorAuthentication
  const factors = await userFactors(trx, context.macKey, row)
  return {
    user: userOf(row, factors),
    factor: wanted ? (wanted.enabled ? 'updated' : 'off') : null,
  }
}
