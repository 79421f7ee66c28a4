import type { Selectable } from 'kysely'
import type { Company, CompanyEdit } from '#contract/company.ts'
import { usdNumber } from '#domain/money.ts'
import { type Actor, record } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/database.ts'
import type { Companies } from '#server/platform/database-types.ts'

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

export async function editCompany(db: Db, actor: Actor, { name }: CompanyEdit): Promise<Company> {
  const row = await db
    .updateTable('companies')
    .set({ name })
    .where('id', '=', actor.companyId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(db, { ...actor, action: 'company.edited', subject: row.name })
  return toCompany(row)
}
