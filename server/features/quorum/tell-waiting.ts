import type { OrderedChange } from '#contract/change-orders.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'
import { tiersOf } from './read-quorum.ts'
import { approvalUrl } from './urls.ts'

/**
 * Tells every administrator that a change has its approvals, with the page that undoes it until its
 * time.
 */
export async function tellThatItWaits(
  trx: Trx,
  deps: NotifyDeps,
  {
    id,
    companyId,
    userId,
    change,
  }: { id: string; companyId: string; userId: string | null; change: OrderedChange },
  { effectiveAt, now: at }: { effectiveAt: Date; now: Date },
): Promise<void> {
  // Sweeps send notices of their own: server/features/sweeps.
  if (change.kind === 'SWEEP') return
  const who = await nameAndEmailOf(trx, { companyId, userId })
  const about = { at, who, effectiveAt, url: approvalUrl(deps, id) }
  if (change.kind === 'RULES') {
    const { tiers, strongOnly } = change.payload
    const params = { ...about, tiers: tiersOf(tiers), strongOnly, stage: 'waits' as const }
    await notifyCompanies(trx, deps, [{ companyId, content: { template: 'rulesChanged', params } }])
    return
  }
  const params = { ...about, change }
  await notifyCompanies(trx, deps, [{ companyId, content: { template: 'changeWaits', params } }])
}
