import { createHmac, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { isSameMac } from '#server/platform/security/same-mac.ts'
import { type Authority, authority } from './authority.ts'

/** A version of what the signer knows of a company; the highest is in force. */
export type AuthorityVersion = { version: number; authority: Authority }

/** The row was not written by this seed's signer; nothing of its company is signed. */
export class AuthorityChanged extends Error {
  override name = 'AuthorityChanged'
  readonly code = 'SIGNER_AUTHORITY_CHANGED'
}

/** Under a key that only the seed gives: the database's roles and the MAC key do not make one. */
const macOf = (key: KeyObject, companyId: string, version: number, document: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['authority', companyId.toLowerCase(), version, document]), 'utf8')
    .digest()

/** Null for a company that never switched `strongOnly` on. Throws an AuthorityChanged. */
export async function readAuthority(
  db: Db,
  key: KeyObject,
  companyId: string,
): Promise<AuthorityVersion | null> {
  const row = await db
    .selectFrom('signer.authorities')
    .select(['version', 'document', 'mac'])
    .where('company_id', '=', companyId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  if (!isSameMac(row.mac, macOf(key, companyId, row.version, row.document))) {
    throw new AuthorityChanged(`company ${companyId}, version ${row.version}`)
  }
  return { version: row.version, authority: authority.parse(JSON.parse(row.document)) }
}

/** Adds a version; the primary key refuses one that another signer has added meanwhile. */
export async function addVersion(
  db: Db,
  key: KeyObject,
  companyId: string,
  { version, authority: next }: AuthorityVersion,
): Promise<void> {
  const document = JSON.stringify(next)
  const mac = macOf(key, companyId, version, document)
  await db
    .insertInto('signer.authorities')
    .values({ company_id: companyId, version, document, mac })
    .execute()
}

/** Companies that the signer knows by itself. */
export async function companiesWithAuthority(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT company_id AS id FROM signer.authorities`.execute(db)
  return rows.map(({ id }) => id)
}
