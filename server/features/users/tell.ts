import type { Language } from '#contract/languages.ts'
import { type Role, roles } from '#domain/roles.ts'
import {
  type Message,
  type NotifyDeps,
  notifyCompanies,
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

/** Tells the whole team: somebody asks and approves by this name from now on. */
export async function notifyRenamed(
  trx: Trx,
  deps: NotifyDeps,
  { before, after }: { before: Account; after: Pick<Account, 'first_name' | 'last_name'> },
  { ip, now: at }: { ip: string; now: Date },
): Promise<void> {
  const { company_id: companyId, email, role } = before
  const nameOf = (row: typeof after) => `${row.first_name} ${row.last_name}`
  if (nameOf(before) === nameOf(after)) return
  const params = {
    kind: 'renamed' as const,
    at,
    who: email,
    ip,
    person: nameOf(after),
    before: nameOf(before),
    role: role as Role,
    url: null,
  }
  const content = { template: 'teamChanged', params } as const
  await notifyCompanies(trx, deps, [{ companyId, content, roles }])
}

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
