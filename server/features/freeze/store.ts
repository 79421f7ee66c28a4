import type { KeyObject } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { minuteMs } from '#domain/durations.ts'
import type { PersonFacts } from '#domain/may-now.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { personOf } from '#server/authorization/approvals-that-count.ts'
import { isTrue, requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import {
  freezeLivesMinutes,
  lastFreezeLivesMinutes,
  toFreezeLinkMacFields,
} from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { FreezeLinks } from '#server/platform/db/database-types.ts'
import { isTrueToken, tokenHash } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

const bornAfter = (now: Date) => new Date(now.getTime() - freezeLivesMinutes * minuteMs)

export type FrozenCompany = { id: string; name: string; frozen_at: Date | null }

type LinkDeps = Pick<Deps, 'db' | 'macKey' | 'log'>
type LinkRow = Selectable<FreezeLinks>

/** Whether the program wrote the row of this token. */
const isTrueLink = (
  { macKey, log }: Pick<LinkDeps, 'macKey' | 'log'>,
  token: string,
  row: LinkRow,
): boolean =>
  isTrueToken({ macKey, log }, 'freeze_links', {
    name: row.company_id,
    sealed: toFreezeLinkMacFields(token, {
      companyId: row.company_id,
      userId: row.user_id,
      onRemoval: row.on_removal,
      createdAt: row.created_at,
    }),
    mac: row.mac,
  })

/**
 * Whether the person of a link still has the right to freeze: until their removal, and for a day by
 * the mail about it. A row that was changed past the program takes the right from nobody.
 */
async function isOwnerPresent(
  db: Db,
  { macKey }: Pick<LinkDeps, 'macKey'>,
  link: LinkRow,
  now: Date,
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', link.company_id)
    .where('id', '=', link.user_id)
    .executeTakeFirstOrThrow()
  if (!isTrue(macKey, 'users', user) || user.removed_at === null) return true
  const end = link.created_at.getTime() + lastFreezeLivesMinutes * minuteMs
  return link.on_removal && now.getTime() < end
}

/** Whether a link of this token may freeze now. */
const isGood = async (
  db: Db,
  deps: Pick<LinkDeps, 'macKey' | 'log'>,
  token: string,
  row: LinkRow,
  now: Date,
): Promise<boolean> => isTrueLink(deps, token, row) && (await isOwnerPresent(db, deps, row, now))

/** Reads the company of a valid link. Where its MAC is wrong, it does not count as frozen. */
export async function readLink(
  deps: LinkDeps,
  token: string,
  now: Date,
): Promise<FrozenCompany | null> {
  const link = await deps.db
    .selectFrom('freeze_links')
    .selectAll()
    .where('sha256', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('created_at', '>', bornAfter(now))
    .executeTakeFirst()
  if (!link || !(await isGood(deps.db, deps, token, link, now))) return null
  const company = await deps.db
    .selectFrom('companies')
    .select(['name', ...macColumns.companies])
    .where('id', '=', link.company_id)
    .executeTakeFirstOrThrow()
  return isTrue(deps.macKey, 'companies', company) ? company : { ...company, frozen_at: null }
}

/** Uses up a link, once among simultaneous attempts; returns its company. */
export async function useLink(
  trx: Trx,
  deps: Pick<LinkDeps, 'macKey' | 'log'>,
  token: string,
  now: Date,
): Promise<string | null> {
  const link = await trx
    .updateTable('freeze_links')
    .set({ used_at: now })
    .where('sha256', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('created_at', '>', bornAfter(now))
    .returningAll()
    .executeTakeFirst()
  return link && (await isGood(trx, deps, token, link, now)) ? link.company_id : null
}

/** Voids the links of a company that was frozen: they were for the danger that is over. */
export async function voidLinks(trx: Trx, companyId: string, now: Date): Promise<void> {
  await trx
    .updateTable('freeze_links')
    .set({ used_at: now })
    .where('company_id', '=', companyId)
    .where('used_at', 'is', null)
    .execute()
}

export const setUnfrozen = (
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
): Promise<FrozenCompany> => updateCompany(trx, macKey, companyId, { frozen_at: null })

/** Locks the company until the SQL transaction ends. Throws `ACCOUNT_TAMPERED`. */
export async function lockCompanyFreeze(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
): Promise<FrozenCompany> {
  const company = await trx
    .selectFrom('companies')
    .select(['name', ...macColumns.companies])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'companies', company)
}

/** Ends reset links, because only a link requested after the freeze may reset a password. */
export async function endResetLinks(trx: Trx, companyId: string): Promise<void> {
  await trx.deleteFrom('reset_links').where('company_id', '=', companyId).execute()
}

/** Finds the company of an administrator, by e-mail in any case. Throws `ACCOUNT_TAMPERED`. */
export async function findCompanyOfAdministrator(
  db: Db,
  macKey: KeyObject,
  email: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select(macColumns.users)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ? requireTrue(macKey, 'users', row).company_id : null
}

type Who = { companyId: string; userId: string }

/** Reads a person and the start of their company. The caller has verified the company's row. */
export async function readUnfreezer(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: Who,
): Promise<{ person: PersonFacts; companyCreatedAt: Date }> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(macColumns.users.map((name) => `u.${name}` as const))
    .select('c.created_at as company_created_at')
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const person = personOf(requireTrue(macKey, 'users', row), () => true)
  return { person, companyCreatedAt: row.company_created_at }
}
