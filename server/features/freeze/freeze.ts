import type { FreezeState } from '#contract/freezes.ts'
import { endEverySession } from '#server/features/auth/index.ts'
import { tellCompanies } from '#server/features/messages/index.ts'
import { rejectUnsignedOrders } from '#server/features/payments/index.ts'
import { record } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/database.ts'
import { lockFreezing } from '#server/platform/frozen.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endResetLinks, type FrozenCompany, readLink, setFrozen, useLink } from './store.ts'

type Needs = Pick<Parts, 'db' | 'clock' | 'config' | 'macKey' | 'log'>

const stateOf = ({ name, frozen_at }: FrozenCompany): FreezeState => ({
  companyName: name,
  frozenAt: frozen_at?.toISOString() ?? null,
})

/** Whose link it is. Programs that look at the links of mails change nothing by it. */
export async function readFreeze({ db, clock }: Needs, token: string): Promise<FreezeState> {
  const company = await readLink(db, token, clock.now())
  if (!company) throw new Refusal('FREEZE_LINK_ENDED')
  return stateOf(company)
}

/**
 * Freezes the company of a link: all its sessions end, orders of which nothing is signed are rejected,
 * and nothing is signed from now on. A company that is frozen already is frozen from this moment: a
 * password that was reset before does not unfreeze it.
 */
export async function freeze(parts: Needs, token: string, ip: string): Promise<FreezeState> {
  const { db, clock, config, macKey } = parts
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const companyId = await useLink(trx, token, now)
    if (!companyId) throw new Refusal('FREEZE_LINK_ENDED')
    await lockFreezing(trx, companyId)
    const company = await setFrozen(trx, macKey, companyId, now)
    await endEverySession(trx, companyId)
    await endResetLinks(trx, companyId)
    await rejectUnsignedOrders(trx, companyId)
    const nobody = { companyId, userId: null, ip }
    await record(trx, { ...nobody, action: 'company.frozen', subject: company.name })
    const params = { at: now, ip, url: `${config.publicUrl}/forgot-password` }
    await tellCompanies(trx, parts, [{ companyId, content: { template: 'companyFrozen', params } }])
    return stateOf(company)
  })
}
