import { isDeepStrictEqual } from 'node:util'
import type { AuditDetail } from '#contract/audit.ts'
import type { Company, CompanyEdit } from '#contract/company.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { type StepUp, spendStepUp } from '#server/features/auth/index.ts'
import { putClosedDays } from '#server/features/calendar/index.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { lockCompany, updateCompany } from './store.ts'

type Approval = Company['approval']

/** Whether fewer payments would ask for an approval than before. */
function isApprovalRelaxed(before: Approval, after: Approval | undefined): boolean {
  if (!after) return false
  const sumIsHigher =
    before.overUsd !== null && (after.overUsd === null || after.overUsd > before.overUsd)
  return sumIsHigher || (before.changedAddresses && !after.changedAddresses)
}

const settings = [
  'fundingReservePercent',
  'country',
  'addressHoldHours',
  'shareSetBy',
  'requireConsent',
  'notifyEmployees',
] as const
const guards = ['salaryGuardPercent', 'totalGuardPercent'] as const

/**
 * The same, or a new address would wait for less time, somebody who has not agreed to it would be paid in
 * bitcoin, or a mailbox could set a share again.
 */
export const isRelaxed = (before: Company, edit: CompanyEdit): boolean =>
  isApprovalRelaxed(before.approval, edit.approval) ||
  (edit.addressHoldHours !== undefined && edit.addressHoldHours < before.addressHoldHours) ||
  guards.some((guard) => (edit[guard] ?? 0) > before[guard]) ||
  (before.requireConsent && edit.requireConsent === false) ||
  (before.shareSetBy === 'COMPANY' && edit.shareSetBy === 'EMPLOYEE')

const isSame = (before: Approval, after: Approval): boolean =>
  before.overUsd === after.overUsd && before.changedAddresses === after.changedAddresses

/** No field for a sum says that no sum asks for a code. */
const detailOf = (before: Approval, after: Approval): AuditDetail => ({
  ...(before.overUsd === null ? {} : { overUsdFrom: before.overUsd }),
  changedAddressesFrom: before.changedAddresses,
  ...(after.overUsd === null ? {} : { overUsdTo: after.overUsd }),
  changedAddressesTo: after.changedAddresses,
})

/** The settings that an edit changed, as they are now. */
const settingsOf = (before: Company, after: Company): AuditDetail => ({
  ...Object.fromEntries(
    [...settings, ...guards].flatMap((name) =>
      before[name] === after[name] ? [] : [[name, after[name]]],
    ),
  ),
  ...(isDeepStrictEqual(before.closedDays, after.closedDays)
    ? {}
    : { closedDays: after.closedDays.map(({ day }) => day) }),
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
  if (isRelaxed(before, edit)) {
    if (before.frozenAt) throw new Refusal('COMPANY_FROZEN')
    await spendStepUp(trx, stepUp, now)
  }
  if (edit.closedDays) await putClosedDays(trx, actor.companyId, edit.closedDays, now)
  const after = await updateCompany(trx, deps.macKey, actor.companyId, {
    ...edit,
    // A value that is shown and sent back as it is stays a default, which a second user changes.
    addressHoldHours:
      edit.addressHoldHours === before.addressHoldHours ? undefined : edit.addressHoldHours,
  })
  const changed = settingsOf(before, after)
  if (edit.name !== undefined || Object.keys(changed).length > 0) {
    const act = { action: 'company.edited', subject: after.name } as const
    await record(trx, { ...actor, ...act, detail: changed })
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
