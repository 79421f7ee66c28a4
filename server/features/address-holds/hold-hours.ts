import type { KeyObject } from 'node:crypto'
import { holdHoursOf, ownHoldHoursOf } from '#domain/address-hold-hours.ts'
import { isTrue, requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Reads how many hours a changed address of a company is held. Throws `ACCOUNT_TAMPERED`. */
export async function readHoldHours(db: Db, macKey: KeyObject, companyId: string): Promise<number> {
  const set = await readSetHours(db, macKey, companyId)
  return holdHoursOf(set, set === null ? await countTrueUsers(db, macKey, companyId) : 0)
}

/**
 * Reads how many hours an address is held that an employee changed without a code of a second
 * channel.
 */
export async function readOwnHoldHours(
  db: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<number> {
  return ownHoldHoursOf(await readSetHours(db, macKey, companyId))
}

/** Reads the hours that the company has set; null: it has set none. */
async function readSetHours(db: Db, macKey: KeyObject, companyId: string): Promise<number | null> {
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'companies', company).address_hold_hours
}

/** Counts the users, including those whose row says removed without a right MAC. */
async function countTrueUsers(db: Db, macKey: KeyObject, companyId: string): Promise<number> {
  const users = await db
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', companyId)
    .execute()
  return users.filter((user) => user.removed_at === null || !isTrue(macKey, 'users', user)).length
}

/** Counts the users as people see them. */
export async function countUsers(db: Db, companyId: string): Promise<number> {
  const { users } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<bigint>().as('users'))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(users)
}
