import type { ChangePayload } from '#contract/change-orders.ts'
import type { Company, CompanyEdit } from '#contract/company.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'

/** The settings that become looser, as they are stored, hashed and approved. */
export type Relaxed = ChangePayload<'SETTINGS'>

const centsOf = (usd: number | null) => (usd === null ? null : (parseUsdNumber(usd) ?? 0n))

const isHigher = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)

/**
 * The part of an edit that loosens a setting, or null. Fewer payments would need approval, a new
 * address would be held for less time, people without consent would be paid in bitcoin, or a
 * mailbox could set a share again.
 */
export function findRelaxed({ approval, ...before }: Company, edit: CompanyEdit): Relaxed | null {
  const { addressHoldHours: hours, salaryGuardPercent, totalGuardPercent } = edit
  const after = edit.approval
  const relaxed: Relaxed = {
    ...(after &&
      isHigher(approval.overUsd, after.overUsd) && {
        overUsdCents: centsOf(after.overUsd)?.toString() ?? null,
      }),
    ...(after &&
      approval.changedAddresses &&
      !after.changedAddresses && { changedAddresses: false }),
    ...(hours !== undefined && hours < before.addressHoldHours && { addressHoldHours: hours }),
    ...(salaryGuardPercent !== undefined &&
      salaryGuardPercent > before.salaryGuardPercent && { salaryGuardPercent }),
    ...(totalGuardPercent !== undefined &&
      totalGuardPercent > before.totalGuardPercent && { totalGuardPercent }),
    ...(before.requireConsent && edit.requireConsent === false && { requireConsent: false }),
    ...(before.shareSetBy === 'COMPANY' &&
      edit.shareSetBy === 'EMPLOYEE' && { shareSetBy: 'EMPLOYEE' as const }),
  }
  return Object.keys(relaxed).length > 0 ? relaxed : null
}

/** The edit that applies looser settings to the company as it is by then. */
export function editOf(
  { approval }: Pick<Company, 'approval'>,
  { overUsdCents, changedAddresses, ...settings }: Relaxed,
): CompanyEdit {
  if (overUsdCents === undefined && changedAddresses === undefined) return settings
  const overUsd = overUsdCents ? usdNumber(BigInt(overUsdCents)) : null
  return {
    ...settings,
    approval: {
      overUsd: overUsdCents === undefined ? approval.overUsd : overUsd,
      changedAddresses: changedAddresses ?? approval.changedAddresses,
    },
  }
}

/** The part of an edit that tightens settings or concerns others. */
export function withoutRelaxed(
  { approval: before }: Company,
  { approval, ...edit }: CompanyEdit,
  relaxed: Relaxed,
): CompanyEdit {
  const rest = Object.entries(edit).filter(([name]) => !(name in relaxed))
  const isOverRelaxed = relaxed.overUsdCents !== undefined
  return {
    ...Object.fromEntries(rest),
    ...(approval && {
      approval: {
        overUsd: isOverRelaxed ? before.overUsd : approval.overUsd,
        changedAddresses:
          relaxed.changedAddresses === undefined
            ? approval.changedAddresses
            : before.changedAddresses,
      },
    }),
  }
}
