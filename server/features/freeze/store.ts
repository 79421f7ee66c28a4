import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '#domain/durations.ts'
import { countsOf } from '#domain/who-counts.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { isTrue, requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { freezeLivesMinutes, toFreezeLinkMacFields } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { isTrueToken, tokenHash } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

const bornAfter = (now: Date) => new Date(now.getTime() - freezeLivesMinutes * minuteMs)

export type FrozenCompany = { id: string; name: string; frozen_at: Date | null }

type LinkDeps = Pick<Deps, 'db' | 'macKey' | 'log'>

/** Whether the program wrote the row of this token. */
const isTrueLink = (
  { macKey, log }: Pick<LinkDeps, 'macKey' | 'log'>,
  token: string,
  row: { company_id: string; created_at: Date; mac: Buffer | null },
): boolean =>
  isTrueToken({ macKey, log }, 'freeze_links', {
    name: row.company_id,
    sealed: toFreezeLinkMacFields(token, row.company_id, row.created_at),
    mac: row.mac,
  })

/** Reads the company of a valid link. Where its MAC is wrong, it does not count as frozen. */
export async function readLink(
  deps: LinkDeps,
  token: string,
  now: Date,
): Promise<FrozenCompany | null> {
  const row = await deps.db
    .selectFrom('freeze_links as l')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .select(['c.name', ...macColumns.companies.map((name) => `c.${name}` as const)])
    .select(['l.company_id', 'l.created_at as made_at', 'l.mac as link_mac'])
    .where('l.sha256', '=', tokenHash(token))
    .where('l.used_at', 'is', null)
    .where('l.created_at', '>', bornAfter(now))
    .executeTakeFirst()
  if (!row) return null
  const link = { company_id: row.company_id, created_at: row.made_at, mac: row.link_mac }
  if (!isTrueLink(deps, token, link)) return null
  return isTrue(deps.macKey, 'companies', row) ? row : { ...row, frozen_at: null }
}

/** Uses up a link, once among simultaneous attempts; returns its company. */
export async function useLink(
  trx: Trx,
  deps: Pick<LinkDeps, 'macKey' | 'log'>,
  token: string,
  now: Date,
): Promise<string | null> {
  const row = await trx
    .updateTable('freeze_links')
    .set({ used_at: now })
    .where('sha256', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('created_at', '>', bornAfter(now))
    .returning(['company_id', 'created_at', 'mac'])
    .executeTakeFirst()
  return row && isTrueLink(deps, token, row) ? row.company_id : null
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

/**
 * Reads when a user's password was last reset by mail. Null also where the role was too new at the
 * freeze: a person whom a thief invited must not undo the freeze. The caller has verified the
 * company's row.
 */
export async function readReset(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: Who,
  frozen: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(macColumns.users.map((name) => `u.${name}` as const))
    .select('c.created_at as company_created_at')
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { role, role_since, password_reset_at } = requireTrue(macKey, 'users', row)
  const person = {
    role,
    roleSince: role_since,
    factorsResetAt: null,
    removedAt: null,
    hasKey: true,
  }
  const terms = { companyCreatedAt: row.company_created_at, strongOnly: false, now: frozen }
  return countsOf(person, terms).code === 'YES' ? password_reset_at : null
}
