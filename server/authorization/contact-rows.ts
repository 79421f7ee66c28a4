import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { isTrue, macOf, macsAtOnce } from './mac.ts'
import type { MacRow } from './registry.ts'
import { selectMacColumns } from './select-mac-columns.ts'

type ContactRow = MacRow<'contacts'>
/** `created_by`: who made the person; null: nobody knows. */
type Person = Pick<ContactRow, 'id' | 'company_id' | 'created_by'>
type Reached = Pick<ContactRow, 'email' | 'phone'>

/** Compares e-mails as people are found by them. */
export const isSameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

type ContactChange = Pick<
  MacRow<'employee_contacts'>,
  'email' | 'phone' | 'previous_email' | 'previous_phone'
>

/** The channels that a change of contacts replaced, added or took away, the e-mail first. */
export const listChangedChannels = (row: ContactChange): ('EMAIL' | 'PHONE')[] => [
  ...(isSameEmail(row.previous_email, row.email) ? [] : (['EMAIL'] as const)),
  ...(row.previous_phone === row.phone ? [] : (['PHONE'] as const)),
]

/** Puts the next version of a contact under its MAC. */
export function sealContact(
  macKey: KeyObject,
  row: Omit<ContactRow, 'contact_mac' | 'contact_version'>,
  version: number,
) {
  const { email, phone, email_since, phone_since, deleted_at } = row
  const sealed = { email, phone, email_since, phone_since, deleted_at, contact_version: version }
  const { id, company_id, created_by } = row
  const contact_mac = macOf(macKey, 'contacts', { id, company_id, created_by, ...sealed })
  return { ...sealed, created_by, contact_mac }
}

export const newContact = (macKey: KeyObject, person: Person, reached: Reached, now: Date) =>
  sealContact(
    macKey,
    { ...person, ...reached, email_since: now, phone_since: now, deleted_at: null },
    1,
  )

/**
 * Seals the contact of a person after a change; null where it stays as it is. A channel that stays
 * keeps its time, unless the row was changed past the program.
 */
export function changeContact(
  macKey: KeyObject,
  before: ContactRow,
  { email, phone }: Reached,
  now: Date,
) {
  const hasEmail = isSameEmail(before.email, email)
  const hasPhone = before.phone === phone
  if (before.email === email && hasPhone) return null
  const isBelieved = isTrue(macKey, 'contacts', before)
  const row = {
    ...before,
    email,
    phone,
    email_since: hasEmail && isBelieved ? before.email_since : now,
    phone_since: hasPhone && isBelieved ? before.phone_since : now,
  }
  return sealContact(macKey, row, before.contact_version + 1)
}

/**
 * Deletes people, whose contacts speak for nobody from then on. One that was changed past the program
 * has no MAC afterwards.
 */
export async function deletePeople(
  trx: Trx,
  macKey: KeyObject,
  employeeIds: readonly string[],
  now: Date,
): Promise<void> {
  for (let first = 0; first < employeeIds.length; first += macsAtOnce) {
    const { rows } = await sql<ContactRow>`
      SELECT ${selectMacColumns('contacts')} FROM employees
      WHERE id = ANY(${employeeIds.slice(first, first + macsAtOnce)}::uuid[]) AND deleted_at IS NULL
      ORDER BY id`.execute(trx)
    const macs = rows.map((row) => {
      const isBelieved = isTrue(macKey, 'contacts', row)
      const after = { ...row, deleted_at: now }
      return isBelieved ? sealContact(macKey, after, row.contact_version + 1).contact_mac : null
    })
    const { numAffectedRows } = await sql`
      UPDATE employees e
      SET deleted_at = ${now}, contact_version = u.version + 1, contact_mac = u.mac
      FROM unnest(${rows.map(({ id }) => id)}::uuid[],
        ${rows.map((row) => row.contact_version)}::integer[], ${macs}::bytea[]) AS u (id, version, mac)
      WHERE e.id = u.id AND e.contact_version = u.version`.execute(trx)
    if (numAffectedRows !== BigInt(rows.length)) {
      throw new Error('Somebody was changed while people were deleted')
    }
  }
}
