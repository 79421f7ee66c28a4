import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { parseUsdNumber } from '#domain/money.ts'
import { changeContact, newContact } from '#server/authorization/contact-rows.ts'
import { macOf, macsAtOnce } from '#server/authorization/mac.ts'
import type { CoveredRow, MacRow } from '#server/authorization/registry.ts'
import type { NotifiedChange } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { analyzeGrown } from '#server/platform/db/statistics.ts'
import { shortenAddress } from '#server/platform/observe/audit.ts'
import { eachColumn, newValue } from './field-columns.ts'
import type { Import, StoredDiff, Which } from './store.ts'

type ChangedRow = CoveredRow<'employees'> &
  MacRow<'contacts'> & { line: number; new_email: string; new_phone: string }

/** The rows of a file between the first and the last of `rows`, so that no statement reads them all. */
const isRowOf = (
  { id, companyId }: Which,
  rows: readonly { line: number }[],
) => sql`r.company_id = ${companyId} AND r.import_id = ${id}
  AND r.line BETWEEN ${rows[0]?.line ?? 0} AND ${rows.at(-1)?.line ?? 0}`

/** Updates the matched people whose row, which is complete, differs: a new version, under a new MAC. */
export async function updateChanged(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId }: Import,
): Promise<void> {
  const now = new Date()
  for (let after = 0; ; ) {
    const { rows } = await sql<ChangedRow>`
      SELECT r.line, e.created_by, e.email, e.phone, e.email_since, e.phone_since, e.contact_version,
        e.deleted_at, e.contact_mac, r.email AS new_email, r.phone AS new_phone, e.id, e.company_id, e.version + 1 AS version, r.address,
        r.base_salary_usd_cents, r.bitcoin_percent, r.bank, r.bank_account, r.pay_frequency
      FROM import_rows r JOIN employees e ON e.id = r.matched_id
      WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.changed AND r.line > ${after}
      ORDER BY r.line LIMIT ${macsAtOnce}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    const macs = rows.map((row) => macOf(macKey, 'employees', row))
    const contacts = rows.map((row) => {
      const reached = { email: row.new_email, phone: row.new_phone }
      return changeContact(macKey, row, reached, now)
    })
    const { numAffectedRows } = await sql`
      UPDATE employees e
      SET ${eachColumn((_, column) => sql`${column} = r.${column}`)},
        script_pubkey = r.script_pubkey, email_since = coalesce(u.email_since, e.email_since),
        phone_since = coalesce(u.phone_since, e.phone_since),
        contact_version = coalesce(u.contact_version, e.contact_version),
        contact_mac = coalesce(u.contact_mac, e.contact_mac),
        version = u.version, mac = u.mac
      FROM unnest(${rows.map((row) => row.line)}::integer[],
        ${rows.map((row) => row.version)}::integer[], ${macs}::bytea[],
        ${contacts.map((one) => one?.email_since ?? null)}::timestamptz[],
        ${contacts.map((one) => one?.phone_since ?? null)}::timestamptz[],
        ${contacts.map((one) => one?.contact_version ?? null)}::integer[],
        ${contacts.map((one) => one?.contact_mac ?? null)}::bytea[])
        AS u (line, version, mac, email_since, phone_since, contact_version, contact_mac)
      JOIN import_rows r ON ${isRowOf({ id, companyId }, rows)} AND r.line = u.line
      WHERE e.company_id = ${companyId} AND e.id = r.matched_id
        AND e.version = u.version - 1`.execute(trx)
    if (numAffectedRows !== BigInt(rows.length)) {
      throw new Error('Somebody was changed while a file was saved')
    }
  }
}

type NewRow = {
  line: number
  id: string
  company_id: string
  created_by: string
  email: string
  phone: string
}

/** Inserts the people of rows that match nobody. */
export async function insertPeople(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId, requestedBy }: Import,
  creationType: 'REGULAR' | 'CSV',
): Promise<void> {
  const now = new Date()
  let count = 0
  for (let after = 0; ; ) {
    const { rows } = await sql<NewRow>`
      SELECT line, employee_id AS id, company_id, email, phone,
        coalesce(decided_by, ${requestedBy}) AS created_by FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
        AND line > ${after} ORDER BY line LIMIT ${macsAtOnce}`.execute(trx)
    const last = rows.at(-1)
    if (!last) break
    count += rows.length
    after = last.line
    const macs = rows.map((row) => newContact(macKey, row, row, now).contact_mac)
    await sql`
      INSERT INTO employees (id, company_id, created_by, email_since, phone_since, contact_mac, script_pubkey,
        creation_type, version, mac, ${eachColumn((_, column) => column)})
      SELECT r.employee_id, r.company_id, coalesce(r.decided_by, ${requestedBy}), ${now}, ${now}, u.contact_mac, r.script_pubkey,
        ${creationType}, 1, r.mac, ${eachColumn(newValue)}
      FROM unnest(${rows.map((row) => row.line)}::integer[], ${macs}::bytea[])
        AS u (line, contact_mac)
      JOIN import_rows r ON ${isRowOf({ id, companyId }, rows)} AND r.line = u.line
      ORDER BY r.employee_id`.execute(trx)
  }
  // Otherwise PostgreSQL takes a new company for one person, and reads all people to find each one's e-mail.
  await analyzeGrown(trx, ['employees'], count)
}

/** Puts addresses first: a changed address is the commonest fraud. */
export function payDataChanges({
  addressChanges,
  salaryChanges,
  addressChangeCount,
  salaryChangeCount,
  shareChanges = [],
  shareChangeCount = 0,
  bankChanges = [],
  bankChangeCount = 0,
}: StoredDiff) {
  const changes: NotifiedChange[] = addressChanges.map(({ name, to }) => ({
    kind: 'changedAddress',
    person: name,
    address: shortenAddress(to),
  }))
  for (const { name, from, to } of salaryChanges) {
    const [fromUsdCents, toUsdCents] = [parseUsdNumber(from), parseUsdNumber(to)]
    if (fromUsdCents === null || toUsdCents === null) throw new Error('a salary has cents')
    changes.push({ kind: 'salary', person: name, fromUsdCents, toUsdCents })
  }
  for (const { name: person, from, to } of shareChanges) {
    changes.push({ kind: 'share', person, from, to })
  }
  for (const { name: person, to: account } of bankChanges) {
    changes.push({ kind: 'bank', person, account })
  }
  const dollars = shareChangeCount + bankChangeCount
  return { changes, count: addressChangeCount + salaryChangeCount + dollars }
}

export const importActor = ({ companyId, requestedBy, ip }: Import) => ({
  companyId,
  userId: requestedBy,
  ip,
})
