import type { Language } from '#contract/languages.ts'
import {
  type Message,
  notifyUser,
  type QueueDeps,
  queueMessage,
} from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { Account } from './store.ts'

/** The second factor of a user, and where its codes go. */
export type Factor = Pick<Account, 'phone' | 'two_factor_enabled' | 'two_factor_via'>

const phoneOf = ({ phone, two_factor_via }: Factor) => (two_factor_via === 'SMS' ? phone : null)

/**
 * Notifies of a change of factor or phone: always by mail, and by text message at the old and the
 * new phone. A thief of the account cannot hide the change from its owner.
 */
export async function notifyFactorChange(
  trx: Trx,
  before: Account,
  after: Factor,
  deps: QueueDeps & Pick<Deps, 'smsConfigured'> & { now: Date },
): Promise<void> {
  const { now, smsConfigured } = deps
  const owner = { companyId: before.company_id, userId: before.id }
  const { phone, two_factor_enabled: enabled, two_factor_via: via } = after
  const isFactor = enabled !== before.two_factor_enabled || via !== before.two_factor_via
  const isPhone = phone !== before.phone
  const factor = { template: 'factorChanged', params: { at: now, enabled, via } } as const
  const number = { template: 'phoneChanged', params: { at: now, phone } } as const
  if (isFactor) await notifyUser(trx, deps, owner, factor)
  if (isPhone) await notifyUser(trx, deps, owner, number)
  if (!smsConfigured || (!isFactor && !isPhone)) return
  const notice = isFactor ? factor : number
  for (const to of new Set([phoneOf(before), phoneOf(after)])) {
    if (to === null) continue
    const language = before.language as Language
    const message: Message = { ...notice, ...owner, to, via: 'SMS', language }
    await queueMessage(trx, deps, message)
  }
}
