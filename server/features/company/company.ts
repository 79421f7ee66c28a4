import { isDeepStrictEqual } from 'node:util'
import type { AuditDetail } from '#contract/audit.ts'
import type { Company, CompanyEdit } from '#contract/company.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { type PasswordProof, requirePassword } from '#server/features/auth/index.ts'
import { putClosedDays } from '#server/features/calendar/index.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import {
  type ChangeEffect,
  createChangeOrder,
  endChangesOfSettings,
  looseningOf,
  readQuorum,
  takesOwnCode,
} from '#server/features/quorum/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { editOf, findRelaxed, withoutRelaxed } from './relaxed.ts'
import { lockCompany, updateCompanySettings } from './store.ts'

type Approval = Company['approval']
type Administrator = Actor & { userId: string }

const settings = [
  'fundingReservePercent',
  'country',
  'addressHoldHours',
  'shareSetBy',
  'requireConsent',
  'notifyEmployees',
] as const
const guards = ['salaryGuardPercent', 'totalGuardPercent'] as const

const isSame = (before: Approval, after: Approval): boolean =>
  before.overUsd === after.overUsd && before.changedAddresses === after.changedAddresses

/** Without a field for the amount, approval depends on no amount. */
const detailOf = (before: Approval, after: Approval): AuditDetail => ({
  ...(before.overUsd === null ? {} : { overUsdFrom: before.overUsd }),
  changedAddressesFrom: before.changedAddresses,
  ...(after.overUsd === null ? {} : { overUsdTo: after.overUsd }),
  changedAddressesTo: after.changedAddresses,
})

/** The settings that an edit changed, with their new values. */
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

/**
 * Edits a company. A part that loosens a setting waits for its approvals, for a code of who asks at
 * least; the rest is changed at once. `proof` is the password of who gives one of them.
 */
export async function editCompany(
  trx: Trx,
  deps: NotifyDeps,
  actor: Administrator,
  edit: CompanyEdit,
  proof: PasswordProof | null,
  now: Date,
): Promise<{ company: Company; waits: boolean }> {
  const before = await lockCompany(trx, deps.macKey, actor.companyId)
  const relaxed = findRelaxed(before, edit)
  if (!relaxed) {
    return { company: await makeEdit(trx, deps, actor, { before, edit }, now), waits: false }
  }
  if (before.frozenAt) throw new Refusal('COMPANY_FROZEN')
  const quorum = await readQuorum(trx, deps.macKey, actor.companyId, now)
  if (takesOwnCode(quorum, actor.userId, now)) await requirePassword(trx, proof)
  const rest = withoutRelaxed(before, edit, relaxed)
  const company = await makeEdit(trx, deps, actor, { before, edit: rest }, now)
  await endChangesOfSettings(trx, actor.companyId, now)
  const change = { kind: 'SETTINGS' as const, payload: relaxed }
  const input = { actor, change, ...looseningOf(quorum, actor.userId) }
  await createChangeOrder(trx, deps, input, applySettings, now)
  const act = { action: 'company.settingsAsked', subject: company.name } as const
  await record(trx, { ...actor, ...act, detail: plain(relaxed) })
  return { company, waits: true }
}

/** Leaves out fields without a value: they mean that no approval is needed. */
const plain = (payload: object): AuditDetail =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null))

/** Applies looser settings once they have their approvals. */
export const applySettings: ChangeEffect<'SETTINGS'> = async (trx, deps, order, now) => {
  const { companyId, userId, ip, change } = order
  const before = await lockCompany(trx, deps.macKey, companyId)
  const edit = editOf(before, change.payload)
  await makeEdit(trx, deps, { companyId, userId, ip }, { before, edit }, now)
}

async function makeEdit(
  trx: Trx,
  deps: NotifyDeps,
  actor: Administrator,
  { before, edit }: { before: Company; edit: CompanyEdit },
  now: Date,
): Promise<Company> {
  if (edit.closedDays) await putClosedDays(trx, deps.macKey, actor.companyId, edit.closedDays, now)
  const after = await updateCompanySettings(trx, deps.macKey, actor.companyId, {
    ...edit,
    // A default that is sent back unchanged stays a default, which a second user changes.
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

/** Notifies every administrator: the editor may have prepared a payment to himself. */
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
