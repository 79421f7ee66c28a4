import { newFreezeLink, tellCompanies } from '#server/features/messages/index.ts'
import { type Actor, record } from '#server/platform/audit.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import { companyOf, type FrozenCompany, lockCompany, setUnfrozen } from './store.ts'

type Context = { publicUrl: string; now: Date }

/** What waited goes on, and the administrators hear of it. `who` is null where it was the operator. */
async function thaw(
  trx: Trx,
  company: FrozenCompany,
  actor: Omit<Actor, 'companyId'> & { who: string | null },
  { publicUrl, now }: Context,
): Promise<void> {
  const { id: companyId, name: subject } = company
  const { userId, ip, who } = actor
  await setUnfrozen(trx, companyId)
  const by = who === null ? { detail: { by: 'operator' } } : {}
  await record(trx, { companyId, userId, ip, action: 'company.unfrozen', subject, ...by })
  const freezeUrl = await newFreezeLink(trx, companyId, { publicUrl, now })
  const content = { template: 'companyUnfrozen', params: { at: now, who } } as const
  await tellCompanies(trx, [{ companyId, content, freezeUrl }])
  await notify(trx, 'signatures')
}

/** Unfreezes the company of an administrator at the operator's word; answers its name. */
export async function unfreezeByOperator(
  db: Db,
  email: string,
  context: Context,
): Promise<{ name: string; wasFrozen: boolean } | null> {
  const companyId = await companyOf(db, email)
  if (!companyId) return null
  return inTransaction(db, async (trx) => {
    const company = await lockCompany(trx, companyId)
    const wasFrozen = company.frozen_at !== null
    if (wasFrozen) await thaw(trx, company, { userId: null, ip: null, who: null }, context)
    return { name: company.name, wasFrozen }
  })
}
