import type { Language } from '#contract/errors.ts'
import { fieldTexts } from '#contract/texts.ts'
import type { User, UserEdit } from '#contract/users.ts'
import {
  endChallenges,
  endSessions,
  type Session,
  userColumns,
  userOf,
} from '#server/features/auth/index.ts'
import { keepFormerChannel } from '#server/features/codes/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Trx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAccount } from './store.ts'
import { type Factor, tellFactorChange } from './tell.ts'

type Context = { ip: string; language: Language; smsConfigured: boolean; now: Date }

export type Edited = { user: User; factor: 'off' | 'updated' | null }

/** What phone and second factor are after an edit. */
function factorAfter(account: Factor, { phone, preferences }: UserEdit): Factor {
  const asked = preferences?.twoFactorAuthentication
  return {
    phone: phone || account.phone,
    two_factor_enabled: asked?.enabled ?? account.two_factor_enabled,
    two_factor_via: asked?.via ?? account.two_factor_via,
  }
}

function checkFactor(after: Factor, edit: UserEdit, { language, smsConfigured }: Context): void {
  if (after.two_factor_via === 'SMS' && after.phone === null) {
    const message = fieldTexts.required[language]
    throw new Refusal('VALIDATION', { faults: [{ path: 'phone', message }] })
  }
  const asked = edit.preferences?.twoFactorAuthentication
  const asksForText = asked?.enabled === true && after.two_factor_via === 'SMS'
  if (asksForText && !smsConfigured) throw new Refusal('SMS_NOT_CONFIGURED')
}

/** Changes what is given. A change of the second factor or its channel ends all other sessions. */
export async function editUser(
  trx: Trx,
  session: Session,
  edit: UserEdit,
  context: Context,
): Promise<Edited> {
  const { companyId, userId, sessionId } = session
  const before = await lockAccount(trx, session)
  const after = factorAfter(before, edit)
  checkFactor(after, edit, context)
  const row = await trx
    .updateTable('users')
    .set({
      first_name: edit.firstName ?? before.first_name,
      last_name: edit.lastName ?? before.last_name,
      ...after,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()

  const phoneChanged = after.phone !== before.phone
  const channelChanged =
    after.two_factor_via !== before.two_factor_via ||
    (phoneChanged && before.two_factor_via === 'SMS')
  const factorChanged = channelChanged || after.two_factor_enabled !== before.two_factor_enabled
  if (channelChanged) {
    const { two_factor_via: via, phone } = before
    await keepFormerChannel(trx, { companyId, userId, via, phone }, context.now)
  }
  if (factorChanged || phoneChanged) {
    await endChallenges(trx, session)
    await endSessions(trx, session, sessionId)
    await tellFactorChange(trx, before, after, context)
  }
  const subject = `${row.first_name} ${row.last_name}`
  const who = { companyId, userId, ip: context.ip, subject }
  if (edit.firstName !== undefined || edit.lastName !== undefined) {
    await record(trx, { ...who, action: 'user.edited' })
  }
  if (phoneChanged) await record(trx, { ...who, action: 'user.phoneChanged' })
  if (factorChanged) {
    const enabled = after.two_factor_enabled ? 'on' : 'off'
    const detail = { enabled, via: after.two_factor_via }
    await record(trx, { ...who, action: 'user.twoFactorChanged', detail })
  }
  const asked = edit.preferences?.twoFactorAuthentication
  return { user: userOf(row), factor: asked ? (asked.enabled ? 'updated' : 'off') : null }
}
