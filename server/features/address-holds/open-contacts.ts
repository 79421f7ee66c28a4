import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { listChangedChannels } from '#server/authorization/contact-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import { arrayText, type Db, timeOfId } from '#server/platform/db/database.ts'

/** A changed e-mail or phone about which nobody has been heard yet. */
export type OpenContact = ContactChange & { kind: 'EMAIL' | 'PHONE' }

/**
 * Reads, by person and newest first, the replaced e-mails and phones that are open: the former one
 * has not confirmed the change, and nobody said that a payment ordered since had arrived.
 */
export async function readOpenContacts(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  people: readonly string[],
): Promise<Map<string, OpenContact[]>> {
  const { rows } = await sql<ContactChange>`
    SELECT ${selectMacColumns('employee_contacts', 'c')}
    FROM unnest(${arrayText(people)}::uuid[]) AS n (id)
    JOIN employee_contacts c ON c.employee_id = n.id AND c.company_id = ${companyId} AND c.replaces
    ORDER BY c.at DESC, c.version DESC`.execute(db)
  const own = rows.filter((row) => isTrue(macKey, 'employee_contacts', row))
  if (own.length === 0) return new Map()
  const arrived = await readArrived(db, macKey, companyId, own)
  const changes = own.filter((row) => !((arrived.get(row.employee_id) ?? row.at) > row.at))
  const present = await readPresent(db, macKey, companyId, changes)
  const open = changes.flatMap((row): OpenContact[] => {
    const { email_since: email = row.at, phone_since: phone = row.at } =
      present.get(row.employee_id) ?? {}
    const kind = listChangedChannels(row).find((channel) =>
      channel === 'EMAIL'
        ? row.previous_email !== '' && email >= row.at
        : row.previous_phone !== '' && phone >= row.at,
    )
    return kind ? [{ ...row, kind }] : []
  })
  return Map.groupBy(open, (row) => row.employee_id)
}

type ContactChange = MacRow<'employee_contacts'>

/**
 * Reads when the newest payment of each person was ordered of which somebody said that it arrived, by
 * the payment's id: nobody can change that.
 */
async function readArrived(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  changes: readonly ContactChange[],
): Promise<Map<string, Date>> {
  const people = [...new Set(changes.map((row) => row.employee_id))]
  const rows = await db
    .selectFrom('arrivals as a')
    .innerJoin('sheet_lines as l', 'l.id', 'a.line_id')
    .select(macColumns.arrivals.map((name) => `a.${name}` as const))
    .select('l.sheet_id')
    .where('a.company_id', '=', companyId)
    .where('a.employee_id', 'in', people)
    .where('a.first_yes_at', 'is not', null)
    .orderBy('l.sheet_id')
    .execute()
  const own = rows.filter((row) => isTrue(macKey, 'arrivals', row))
  return new Map(own.map((row) => [row.employee_id, timeOfId(row.sheet_id)]))
}

/**
 * Reads the contacts that the program wrote as they are. A change that is about to be saved, and a
 * row that was changed past the program, have confirmed nothing.
 */
async function readPresent(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  changes: readonly ContactChange[],
): Promise<Map<string, MacRow<'contacts'>>> {
  const newest = new Map<string, number>()
  for (const { employee_id: id, version } of changes) {
    newest.set(id, Math.max(version, newest.get(id) ?? 0))
  }
  const { rows } = await sql<MacRow<'contacts'> & { version: number }>`
    SELECT ${selectMacColumns('contacts', 'e')}, e.version FROM employees e
    WHERE e.company_id = ${companyId} AND e.id = ANY(${arrayText([...newest.keys()])}::uuid[])`.execute(
    db,
  )
  const saved = rows.filter((row) => row.version >= (newest.get(row.id) ?? 0))
  return new Map(saved.filter((row) => isTrue(macKey, 'contacts', row)).map((row) => [row.id, row]))
}
