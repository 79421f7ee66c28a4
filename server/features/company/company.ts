import type { AuditDetail } from '#contract/audit.ts'
import type { Company, CompanyEdit } from '#contract/company.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { type StepUp, spendStepUp } from '#server/features/auth/index.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { lockCompany, updateCompany } from './store.ts'

type Approval = Company['approval']

/** Whether fewer payments would ask for an approval than before. */
export function isApprovalRelaxed(before: Approval, after: Approval | undefined): boolean {
  if (!after) return false
  const sumIsHigher =
    before.overUsd !== null && (after.overUsd === null || after.overUsd > before.overUsd)
  return sumIsHigher || (before.changedAddresses && !after.changedAddresses)
}

const isSame = (before: Approval, after: Approval): boolean =>
  before.overUsd === after.overUsd && before.changedAddresses === after.changedAddresses

/** No field for a sum says that no sum asks for a code. */
const detailOf = (before: Approval, after: Approval): AuditDetail => ({
  ...(before.overUsd === null ? {} : { overUsdFrom: before.overUsd }),
  changedAddressesFrom: before.changedAddresses,
  ...(after.overUsd === null ? {} : { overUsdTo: after.overUsd }),
  changedAddressesTo: after.changedAddresses,
})

/** `stepUp` is spent where fewer payments ask for an approval than before. */
export async function editCompany(
  trx: Trx,
  deps: NotifyDeps,
  actor: Actor,
  edit: CompanyEdit,
  stepUp: StepUp | null,
  now: Date,
): Promise<Company> {
  const before = await lockCompany(trx, deps.macKey, actor.companyId)
  if (isApprovalRelaxed(before.approval, edit.approval)) {
    if (before.frozenAt) throw new Refusal('COMPANY_FROZEN')
    await spendStepUp(trx, stepUp, now)
  }
  const after = await updateCompany(trx, deps.macKey, actor.companyId, edit)
  if (edit.name !== undefined) {
    await record(trx, { ...actor, action: 'company.edited', subject: after.name })
  }
  if (edit.approval) {
    const detail = detailOf(before.approval, after.approval)
    await record(trx, { ...actor, action: 'company.approvalChanged', subject: after.name, detail })
    if (!isSame(before.approval, after.approval))
      await notifyApproval(trx, deps, actor, after.approval, now)
  }
  return after
}

/** Every administrator is notified: somebody may have opened the way for a payment of his own. */
async function notifyApproval(
  trx: Trx,
  deps: NotifyDeps,
  { companyId, userId }: Actor,
  { overUsd, changedAddresses }: Approval,
  at: Date,
): Promise<void> {
  const who = await nameOfUser(trx, { companyId, userId })
  const overUsdCents = overUsd === null ? null : parseUsdNumber(overUsd)
  const params = { at, who, overUsdCents, changedAddresses }
  await notifyCompanies(trx, deps, [
    { companyId, content: { template: 'approvalSettingsChanged', params } },
  ])
}
