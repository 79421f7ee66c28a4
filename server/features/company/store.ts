import type { KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Company, CompanyEdit } from '#contract/company.ts'
import { shareSetBy } from '#contract/employees.ts'
import { holdHoursOf } from '#domain/address-hold-hours.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { updateCompany as updateRow } from '#server/authorization/account-rows.ts'
import { readClosedDays } from '#server/authorization/closed-day-rows.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { countUsers } from '#server/features/address-holds/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Companies } from '#server/platform/db/database-types.ts'

async function toCompany(db: Db, macKey: KeyObject, row: Selectable<Companies>): Promise<Company> {
  const overUsdCents = row.approval_over_usd_cents
  const { address_hold_hours: set } = row
  return {
    _id: row.id,
    name: row.name,
    companyName: row.name,
    companySector: row.sector,
    createdAt: row.created_at.toISOString(),
    approval: {
      overUsd: overUsdCents === null ? null : usdNumber(overUsdCents),
      changedAddresses: row.approval_changed_addresses,
    },
    frozenAt: row.frozen_at?.toISOString() ?? null,
    fundingReservePercent: row.funding_reserve_percent,
    country: row.country,
    addressHoldHours: holdHoursOf(set, set === null ? await countUsers(db, row.id) : 0),
    salaryGuardPercent: row.salary_guard_percent,
    totalGuardPercent: row.total_guard_percent,
    shareSetBy: shareSetBy.parse(row.share_set_by),
    requireConsent: row.require_consent,
    notifyEmployees: row.notify_employees,
    closedDays: await readClosedDays(db, macKey, row.id),
  }
}

export async function readCompany(db: Db, macKey: KeyObject, companyId: string): Promise<Company> {
  const row = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return toCompany(db, macKey, row)
}

/** Locks the company until the SQL transaction ends. Throws `ACCOUNT_TAMPERED`. */
export async function lockCompany(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
): Promise<Company> {
  const row = await trx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return toCompany(trx, macKey, requireTrue(macKey, 'companies', row))
}

export async function updateCompanySettings(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  {
    name,
    approval,
    fundingReservePercent,
    country,
    addressHoldHours,
    salaryGuardPercent,
    totalGuardPercent,
    shareSetBy,
    requireConsent,
    notifyEmployees,
  }: CompanyEdit,
): Promise<Company> {
  const row = await updateRow(trx, macKey, companyId, {
    ...(name === undefined ? {} : { name }),
    ...(fundingReservePercent === undefined
      ? {}
      : { funding_reserve_percent: fundingReservePercent }),
    ...(country === undefined ? {} : { country }),
    ...(addressHoldHours === undefined ? {} : { address_hold_hours: addressHoldHours }),
    ...(salaryGuardPercent === undefined ? {} : { salary_guard_percent: salaryGuardPercent }),
    ...(totalGuardPercent === undefined ? {} : { total_guard_percent: totalGuardPercent }),
    ...(shareSetBy === undefined ? {} : { share_set_by: shareSetBy }),
    ...(requireConsent === undefined ? {} : { require_consent: requireConsent }),
    ...(notifyEmployees === undefined ? {} : { notify_employees: notifyEmployees }),
    ...(approval
      ? {
          approval_over_usd_cents:
            approval.overUsd === null ? null : parseUsdNumber(approval.overUsd),
          approval_changed_addresses: approval.changedAddresses,
        }
      : {}),
  })
  return toCompany(trx, macKey, row)
}
