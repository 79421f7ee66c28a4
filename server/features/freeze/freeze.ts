import type { Selectable } from 'kysely'
import type { AuditDetail } from '#contract/audit.ts'
import type { FreezeState } from '#contract/freezes.ts'
import { usdNumber } from '#domain/money.ts'
import { freezeCompany } from '#server/authorization/account-rows.ts'
import { lockFreezing } from '#server/authorization/frozen.ts'
import { endEverySession } from '#server/features/auth/index.ts'
import { notifyCompanies } from '#server/features/notifications/index.ts'
import { rejectUnsignedOrders } from '#server/features/payments/index.ts'
import { endAllChanges, tiersOf, tierTexts } from '#server/features/quorum/index.ts'
import { endInvitations } from '#server/features/team/index.ts'
import { inTransaction, type Trx } from '#server/platform/db/database.ts'
import type { Companies } from '#server/platform/db/database-types.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { endResetLinks, type FrozenCompany, readLink, useLink } from './store.ts'

type FreezeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'macKey' | 'log'>

const stateOf = ({ name, frozen_at }: FrozenCompany): FreezeState => ({
  companyName: name,
  frozenAt: frozen_at?.toISOString() ?? null,
})

/**
 * Reads the company of a link. Reading changes nothing, since mail programs open links by
 * themselves.
 */
export async function readFreeze(deps: FreezeDeps, token: string): Promise<FreezeState> {
  const company = await readLink(deps, token, deps.clock.now())
  if (!company) throw new Refusal('FREEZE_LINK_ENDED')
  return stateOf(company)
}

/** The strict rules, in the form of the audit events about settings. */
const rulesOf = (company: Selectable<Companies>): AuditDetail => ({
  overUsdTo: usdNumber(company.approval_over_usd_cents ?? 0n),
  changedAddressesTo: company.approval_changed_addresses,
  tiersTo: tierTexts(tiersOf(company.approval_tiers)),
  strongOnlyTo: company.strong_only,
  addressHoldHours: company.address_hold_hours ?? 0,
  salaryGuardPercent: company.salary_guard_percent,
  totalGuardPercent: company.total_guard_percent,
  shareSetBy: company.share_set_by,
  requireConsent: company.require_consent,
})

/**
 * Freezes the row alone. A row that was changed past the program gets the strictest rules, and the
 * audit log tells so.
 */
export async function setFrozen(
  trx: Trx,
  { macKey, log }: Pick<FreezeDeps, 'macKey' | 'log'>,
  companyId: string,
  { at, ip }: { at: Date; ip: string | null },
): Promise<FrozenCompany> {
  const { company, wasTampered } = await freezeCompany(trx, macKey, companyId, at)
  if (wasTampered) {
    log.error(
      { company: companyId },
      'a company was changed past the program: strict rules are set',
    )
    const detail = { tampered: true, ...rulesOf(company) }
    const act = { action: 'company.approvalChanged', subject: company.name, detail } as const
    await record(trx, { companyId, userId: null, ip, ...act })
  }
  return company
}

/**
 * Freezes the company of a link: all sessions end, orders of which nothing is signed are rejected,
 * and nothing is signed from now on. A second freeze restarts the time, so that a password reset
 * before it does not unfreeze. A company whose row was changed past the program is frozen all the
 * same, with the strictest rules.
 */
export async function freeze(deps: FreezeDeps, token: string, ip: string): Promise<FreezeState> {
  const { db, clock, config } = deps
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const companyId = await useLink(trx, deps, token, now)
    if (!companyId) throw new Refusal('FREEZE_LINK_ENDED')
    await lockFreezing(trx, companyId)
    const company = await setFrozen(trx, deps, companyId, { at: now, ip })
    await endEverySession(trx, companyId)
    await endResetLinks(trx, companyId)
    await endInvitations(trx, { ...deps, now }, companyId)
    await rejectUnsignedOrders(trx, companyId)
    await endAllChanges(trx, companyId, now)
    const nobody = { companyId, userId: null, ip }
    await record(trx, { ...nobody, action: 'company.frozen', subject: company.name })
    const params = { at: now, ip, url: `${config.publicUrl}/forgot-password` }
    await notifyCompanies(trx, deps, [
      { companyId, content: { template: 'companyFrozen', params } },
    ])
    return stateOf(company)
  })
}
