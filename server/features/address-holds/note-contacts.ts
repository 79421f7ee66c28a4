import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { listChangedChannels } from '#server/authorization/contact-rows.ts'
import { isTrue, makeMacs } from '#server/authorization/mac.ts'
import type { CoveredRow, MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import { type NotifiedChange, notePayData } from '#server/features/notifications/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import type { Changing, OwnChanging, People } from './changing.ts'
import { lastPaidLineOfSamePerson } from './paid-person.ts'

type ContactRow = CoveredRow<'employee_contacts'>
type Known = Pick<
  ContactRow,
  | 'employee_id'
  | 'version'
  | 'email'
  | 'phone'
  | 'previous_email'
  | 'previous_phone'
  | 'previous_email_since'
  | 'previous_phone_since'
>
/** `formerId`: the row that has the former contacts. */
type Found = Omit<Known, 'previous_email_since' | 'previous_phone_since'> & {
  person: string
  formerId: string
}

/**
 * Writes who changes e-mails and phones, and tells the administrators. Somebody who comes back under
 * another id with another contact has changed it. Runs before the people change, since the former
 * times are read from them.
 */
export async function noteContactChanges(
  trx: Db,
  macKey: KeyObject,
  actor: Changing | OwnChanging,
  people: People,
): Promise<readonly Known[]> {
  const { companyId, userId, ip, via, now } = actor
  // The own page changes no contact.
  if (userId === null) return []
  const changed = await readChanged(trx, companyId, people)
  if (changed.length === 0) return []
  const former = await readFormer(trx, macKey, companyId, changed)
  const rows = changed.map(({ person: _, formerId, ...known }) => {
    const { email_since: email = now, phone_since: phone = now } = former.get(formerId) ?? {}
    const since = { previous_email_since: email, previous_phone_since: phone }
    return { ...known, ...since, company_id: companyId, at: now, changed_by: userId, via, ip }
  })
  await insertContacts(trx, rows, await makeMacs(macKey, 'employee_contacts', rows))
  const changes = changed.flatMap(changesOf)
  await notePayData(trx, { companyId, userId, ip }, { changes, count: changes.length })
  return rows
}

const changesOf = ({ person, ...row }: Found): NotifiedChange[] =>
  listChangedChannels(row).map((channel) =>
    channel === 'EMAIL'
      ? { kind: 'email', person, from: row.previous_email, to: row.email }
      : { kind: 'phone', person, from: row.previous_phone, to: row.phone },
  )

async function readChanged(trx: Db, companyId: string, people: People): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT n.id AS employee_id, n.version, n.email, n.phone, before.email AS previous_email,
      before.phone AS previous_phone, before.id AS "formerId",
      e.first_name || ' ' || e.last_name AS person
    FROM (${people}) n
    JOIN employees e ON e.id = n.id AND e.company_id = ${companyId}
    LEFT JOIN LATERAL (
      SELECT * FROM ${lastPaidLineOfSamePerson(companyId)} same WHERE n.is_new) other ON true
    CROSS JOIN LATERAL (
      SELECT n.id, n.previous_email AS email, n.previous_phone AS phone WHERE NOT n.is_new
      UNION ALL
      -- A second list may leave out what the first one has.
      SELECT other.employee_id, CASE WHEN n.email = '' THEN '' ELSE other.email END,
        CASE WHEN n.phone = '' THEN '' ELSE other.phone END
      WHERE n.is_new AND other.id IS NOT NULL) before
    WHERE lower(before.email) <> lower(n.email) OR before.phone <> n.phone`.execute(trx)
  return rows
}

/** Reads the former contacts that the program wrote: the time of another one proves nothing. */
async function readFormer(
  trx: Db,
  macKey: KeyObject,
  companyId: string,
  changed: readonly Found[],
): Promise<Map<string, MacRow<'contacts'>>> {
  const ids = arrayText(changed.map(({ formerId }) => formerId))
  const { rows } = await sql<MacRow<'contacts'>>`
    SELECT ${selectMacColumns('contacts')} FROM employees
    WHERE company_id = ${companyId} AND id = ANY(${ids}::uuid[])`.execute(trx)
  const believed = rows.filter((row) => isTrue(macKey, 'contacts', row))
  return new Map(believed.map((row) => [row.id, row]))
}

async function insertContacts(
  trx: Db,
  rows: readonly ContactRow[],
  macs: readonly Buffer[],
): Promise<void> {
  const column = <T>(of: (row: ContactRow) => T) => rows.map(of)
  await sql`
    INSERT INTO employee_contacts (company_id, employee_id, version, previous_email, previous_phone,
      previous_email_since, previous_phone_since, email, phone, at, changed_by, via, ip, mac)
    SELECT * FROM unnest(${column((row) => row.company_id)}::uuid[],
      ${column((row) => row.employee_id)}::uuid[], ${column((row) => row.version)}::integer[],
      ${column((row) => row.previous_email)}::text[], ${column((row) => row.previous_phone)}::text[],
      ${column((row) => row.previous_email_since)}::timestamptz[],
      ${column((row) => row.previous_phone_since)}::timestamptz[],
      ${column((row) => row.email)}::text[], ${column((row) => row.phone)}::text[],
      ${column((row) => row.at)}::timestamptz[], ${column((row) => row.changed_by)}::uuid[],
      ${column((row) => row.via)}::text[], ${column((row) => row.ip)}::text[],
      ${macs}::bytea[])`.execute(trx)
}
