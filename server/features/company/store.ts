import type { KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Company, CompanyEdit } from '#contract/company.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { requireAuthentic } from '#server/authorization/account-mac.ts'
import { updateCompany as updateRow } from '#server/authorization/account-rows.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Companies } from '#server/platform/db/database-types.ts'

function toCompany(row: Selectable<Companies>): Company {
  const overUsdCents = row.approval_over_usd_cents
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
  }
}

export async function readCompany(db: Db, companyId: string): Promise<Company> {
  const row = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return toCompany(row)
}

/** The company as it is, and stays until the end of the transaction. Throws `ACCOUNT_TAMPERED`. */
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
  return toCompany(requireAuthentic(macKey, 'companies', row))
}

export async function updateCompany(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  { name, approval }: Pick<CompanyEdit, 'name' | 'approval'>,
): Promise<Company> {
  const row = await updateRow(trx, macKey, companyId, {
    ...(name === undefined ? {} : { name }),
    ...(approval
      ? {
          approval_over_usd_cents:
            approval.overUsd === null ? null : parseUsdNumber(approval.overUsd),
          approval_changed_addresses: approval.changedAddresses,
        }
      : {}),
  })
  return toCompany(row)
}
