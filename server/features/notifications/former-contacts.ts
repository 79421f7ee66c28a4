import type { KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { macOf } from '#server/authorization/mac.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { AddressNotices } from '#server/platform/db/database-types.ts'
import { tokenHash, tokenWithoutCode } from '#server/platform/security/tokens.ts'
import { type Message, type QueueDeps, queueMessages } from './queue.ts'

/** Mails are written in groups of this size; each takes some tenths of a millisecond. */
const noticesAtOnce = 200

type Notice = Selectable<AddressNotices> & {
  company: string
  at: Date
  language: string
  via: string
}

/** `sms`: text messages go out, or are shown. */
type TellDeps = QueueDeps & { sms: boolean }

/**
 * Writes to the former e-mails and numbers of people whose new address is held: each gets a link
 * that reports the change. An employee has no language, so it is that of the person who made the
 * change. Where the employee made it, the present contacts are told as well.
 */
export async function tellFormerContacts(db: Db, deps: TellDeps): Promise<void> {
  for (;;) {
    const notified = await db.transaction().execute((trx) => tellSome(trx, deps))
    if (notified < noticesAtOnce) return
    await nextTurn()
  }
}

async function tellSome(trx: Trx, deps: TellDeps): Promise<number> {
  const { rows } = await sql<Notice>`
    WITH taken AS (
      DELETE FROM address_notices WHERE id IN (
        SELECT id FROM address_notices ORDER BY id LIMIT ${noticesAtOnce} FOR UPDATE SKIP LOCKED)
      RETURNING *)
    SELECT n.*, c.name AS company, a.at, a.via, coalesce(u.language, 'es') AS language
    FROM taken n JOIN companies c ON c.id = n.company_id
    JOIN employee_addresses a ON a.employee_id = n.employee_id AND a.version = n.version
      AND a.company_id = n.company_id
    LEFT JOIN users u ON u.id = a.changed_by
    ORDER BY n.id`.execute(trx)
  const messages: Message[] = []
  const links: { sha256: Buffer; notice: Notice }[] = []
  for (const notice of rows) {
    const channels = [
      ...notice.emails.map((to) => ({ to, via: 'EMAIL' as const })),
      ...(deps.sms ? notice.phones : []).map((to) => ({ to, via: 'SMS' as const })),
    ]
    for (const channel of channels) {
      const token = tokenWithoutCode()
      links.push({ sha256: tokenHash(token), notice })
      const url = `${deps.config.publicUrl}/direccion#t=${token}`
      const params = { company: notice.company, at: notice.at, url }
      const template = notice.via === 'EMPLOYEE' ? 'ownAddressChanged' : 'addressChanged'
      const content = { template, params } as const
      const { company_id: companyId } = notice
      // The column's CHECK allows only these four.
      const language = notice.language as Language
      messages.push({ ...content, ...channel, companyId, userId: null, language })
    }
  }
  await insertLinks(trx, deps.macKey, links)
  await queueMessages(trx, deps, messages)
  return rows.length
}

async function insertLinks(
  trx: Trx,
  macKey: KeyObject,
  links: readonly { sha256: Buffer; notice: Notice }[],
) {
  if (links.length === 0) return
  const created_at = new Date()
  const rows = links.map(({ sha256, notice: { company_id, employee_id, version } }) => {
    const row = { sha256, company_id, employee_id, version, created_at }
    return { ...row, mac: macOf(macKey, 'address_report_links', row) }
  })
  await trx.insertInto('address_report_links').values(rows).execute()
}
