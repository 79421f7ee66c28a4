import type { KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { accountText } from '#domain/account-end.ts'
import { macOf } from '#server/authorization/mac.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { AddressNotices } from '#server/platform/db/database-types.ts'
import { tokenHash, tokenWithoutCode } from '#server/platform/security/tokens.ts'
import { type Message, type QueueDeps, queueMessages } from './queue.ts'
import type { ChangedContact } from './templates/addresses.ts'

/** Mails are written in groups of this size; each takes some tenths of a millisecond. */
const noticesAtOnce = 200

type Notice = Selectable<AddressNotices> & {
  company: string
  at: Date
  language: string
  /** By which way the address or account changed that waits; null: only a contact changed. */
  via: string | null
  /** An address is among what waits. */
  has_address: boolean | null
  /** The new account, where one changed. */
  bank: string | null
  bank_account: string | null
  contact: ChangedContact | null
}

/** `sms`: text messages go out, or are shown. */
type TellDeps = QueueDeps & { sms: boolean }

/**
 * Writes to the former e-mails and numbers of people whose new address or account is held or whose
 * contact changed: each gets a link that reports the change. An employee has no language, so it is that of
 * the person who made the change. Where the employee made it, the present contacts are told as well.
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
    SELECT n.*, c.name AS company, coalesce(a.at, k.at) AS at, coalesce(u.language, 'es') AS language,
      CASE WHEN a.is_held OR a.via = 'EMPLOYEE' OR k.version IS NULL THEN a.via END AS via,
      a.has_address, a.bank, a.bank_account,
      CASE WHEN lower(k.previous_email) = lower(k.email) THEN 'PHONE'
        WHEN k.previous_phone = k.phone THEN 'EMAIL'
        WHEN k.version IS NOT NULL THEN 'BOTH' END AS contact
    FROM taken n JOIN companies c ON c.id = n.company_id
    LEFT JOIN LATERAL (
      -- One change may bring an address and an account.
      SELECT d.version, d.at, d.via, d.changed_by, bool_or(d.hold_until IS NOT NULL) AS is_held,
        bool_or(d.kind = 'ADDRESS') AS has_address,
        max(d.bank) FILTER (WHERE d.kind = 'ACCOUNT') AS bank,
        max(d.bank_account) FILTER (WHERE d.kind = 'ACCOUNT') AS bank_account
      FROM employee_destinations d
      WHERE d.employee_id = n.employee_id AND d.version = n.version AND d.company_id = n.company_id
      GROUP BY d.version, d.at, d.via, d.changed_by LIMIT 1) a ON true
    LEFT JOIN employee_contacts k ON k.employee_id = n.employee_id AND k.version = n.version
      AND k.company_id = n.company_id
    LEFT JOIN users u ON u.id = coalesce(a.changed_by, k.changed_by)
    WHERE a.version IS NOT NULL OR k.version IS NOT NULL
    ORDER BY n.id`.execute(trx)
  const messages: Message[] = []
  const links: SentLink[] = []
  for (const notice of rows) {
    const channels = [
      ...notice.emails.map((to) => ({ to, via: 'EMAIL' as const })),
      ...(deps.sms ? notice.phones : []).map((to) => ({ to, via: 'SMS' as const })),
    ]
    for (const channel of channels) {
      const token = tokenWithoutCode()
      links.push({ sha256: tokenHash(token), notice, recipient: channel.to })
      const url = `${deps.config.publicUrl}/direccion#t=${token}`
      const { company_id: companyId, company, at, contact, bank, bank_account } = notice
      const account = bank_account === null ? null : accountText(bank ?? '', bank_account)
      const params = { company, at, url, contact, account }
      const content = { template: templateOf(notice), params }
      // The column's CHECK allows only these four.
      const language = notice.language as Language
      messages.push({ ...content, ...channel, companyId, userId: null, language })
    }
  }
  await insertLinks(trx, deps.macKey, links)
  await queueMessages(trx, deps, messages)
  return rows.length
}

type NoticeTemplate = 'addressChanged' | 'accountChanged' | 'ownAddressChanged' | 'contactChanged'

function templateOf({ via, has_address: hasAddress }: Notice): NoticeTemplate {
  if (via === null) return 'contactChanged'
  if (via === 'EMPLOYEE') return 'ownAddressChanged'
  return hasAddress ? 'addressChanged' : 'accountChanged'
}

type SentLink = { sha256: Buffer; notice: Notice; recipient: string }

async function insertLinks(trx: Trx, macKey: KeyObject, links: readonly SentLink[]) {
  if (links.length === 0) return
  const created_at = new Date()
  const rows = links.map(({ sha256, recipient, notice: { company_id, employee_id, version } }) => {
    const row = { sha256, company_id, employee_id, version, recipient, created_at }
    return { ...row, mac: macOf(macKey, 'address_report_links', row) }
  })
  await trx.insertInto('address_report_links').values(rows).execute()
}
