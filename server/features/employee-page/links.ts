import type { KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { minuteMs } from '#domain/durations.ts'
import { employeeLinkMinutes } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { EmployeeLinks } from '#server/platform/db/database-types.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Log } from '#server/platform/observe/log.ts'
import {
  isTrueToken,
  tokenHash,
  tokenMac,
  tokenWithoutCode,
} from '#server/platform/security/tokens.ts'
import type { Contact } from './contact.ts'

type Row = Pick<Selectable<EmployeeLinks>, 'company_id' | 'via' | 'contact' | 'created_at'>

const sealed = (token: string, row: Row) => [
  ...[token, row.company_id, row.via, row.contact],
  row.created_at,
]

type LinkDeps = { macKey: KeyObject; config: { publicUrl: string } }

/**
 * Makes a link for a contact, of one company or of all that know it. The token is in the fragment,
 * which no server and no log sees.
 */
export async function newLink(
  trx: Trx,
  { macKey, config }: LinkDeps,
  { via, contact }: Contact,
  companyId: string | null,
  now: Date,
): Promise<string> {
  const token = tokenWithoutCode()
  const row = { company_id: companyId, via, contact, created_at: now }
  const mac = tokenMac(macKey, 'employee_links', sealed(token, row))
  await trx
    .insertInto('employee_links')
    .values({ ...row, sha256: tokenHash(token), mac })
    .execute()
  return `${config.publicUrl}/mi-pago#t=${token}`
}

type LinkRow = Omit<Selectable<EmployeeLinks>, 'used_at'>

/** Finds the row of a valid link; null where it is not valid, for any reason. */
export async function findLink(
  db: Db,
  deps: { macKey: KeyObject; log: Log },
  token: string,
  now: Date,
): Promise<LinkRow | null> {
  const sha256 = tokenHash(token)
  const row = await db
    .selectFrom('employee_links')
    .select(['sha256', 'company_id', 'via', 'contact', 'created_at', 'mac'])
    .where('sha256', '=', sha256)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - employeeLinkMinutes * minuteMs))
    .executeTakeFirst()
  if (!row) return null
  const about = { name: sha256.toString('hex'), sealed: sealed(token, row), mac: row.mac }
  return isTrueToken(deps, 'employee_links', about) ? row : null
}

/** Uses up a link: of simultaneous attempts only one gets true. */
export async function consumeLink(trx: Trx, sha256: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('employee_links')
    .set({ used_at: now })
    .where('sha256', '=', sha256)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Notes that a contact asks for a link. This does not depend on whether anybody has the contact:
 * only the worker finds that out, so the answer's time reveals nothing.
 */
export async function askForLink(
  db: Db,
  { via, contact }: Contact,
  language: Language,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('employee_link_requests')
      .values({ via, contact, language, at: now })
      .execute()
    await notify(trx, 'employee_page')
  })
}
