import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { haveSameDocument } from '#domain/same-person.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Contact } from './contact.ts'

/** The rows of one person in one company: each payroll's list may have one. */
export type PersonAt = {
  companyId: string
  companyName: string
  name: string
  /** The newest row, whose data the page shows. */
  employeeId: string
  /** All rows: the payments of each are the person's. */
  employeeIds: string[]
}

type NamedRow = {
  id: string
  companyId: string
  companyName: string
  document: string | null
  name: string
}

/** A contact of more rows than this belongs to nobody in particular. */
const rowsAtMost = 200

/**
 * Reads the rows with a contact, of people who are not deleted, newest first; of one company, or of
 * all. A contact that was written past the program is nobody's.
 */
async function rowsWith(
  db: Db,
  macKey: KeyObject,
  { via, contact }: Contact,
  companyId: string | null,
): Promise<NamedRow[]> {
  const has =
    via === 'EMAIL' ? sql`lower(e.email) = ${contact} AND e.email <> ''` : ofPhone(contact)
  const { rows } = await sql<NamedRow & MacRow<'contacts'>>`
    SELECT ${selectMacColumns('contacts', 'e')}, e.company_id AS "companyId", c.name AS "companyName",
      identification_key(e.identification) AS document,
      e.first_name || ' ' || e.last_name AS name
    FROM employees e JOIN companies c ON c.id = e.company_id
    WHERE ${has} AND e.deleted_at IS NULL
      AND ${companyId === null ? sql`true` : sql`e.company_id = ${companyId}`}
    ORDER BY e.id DESC LIMIT ${rowsAtMost + 1}`.execute(db)
  return rows.filter((row) => isTrue(macKey, 'contacts', row))
}

const ofPhone = (phone: string) => sql`e.phone = ${phone} AND e.phone <> ''`

/** Two rows behind one mailbox are two people's, also of one name, unless their documents are equal. */
const areOnePerson = ([first, ...others]: readonly NamedRow[]): boolean =>
  first !== undefined && others.every((other) => haveSameDocument(first, other))

/**
 * Finds whose a contact is, once for each company. A mailbox that different people of one company
 * share belongs to none of them.
 */
export async function peopleWith(
  db: Db,
  { macKey }: { macKey: KeyObject },
  contact: Contact,
  companyId: string | null = null,
): Promise<PersonAt[]> {
  const rows = await rowsWith(db, macKey, contact, companyId)
  if (rows.length > rowsAtMost) return []
  return [...Map.groupBy(rows, (row) => row.companyId).values()].flatMap((ofCompany) => {
    const [newest] = ofCompany
    if (!newest || !areOnePerson(ofCompany)) return []
    const { id, companyId, companyName, name } = newest
    const employeeIds = ofCompany.map((row) => row.id)
    return [{ companyId, companyName, name, employeeId: id, employeeIds }]
  })
}
