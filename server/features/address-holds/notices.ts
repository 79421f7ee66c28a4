import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Former contacts of a person who are to hear of the change that made this version. */
export type FormerContacts = {
  employeeId: string
  version: number
  emails: string[]
  phones: string[]
}

/** Queues notices to the former contacts of each person, each contact once. */
export async function insertNotices(
  trx: Db,
  companyId: string,
  all: readonly FormerContacts[],
): Promise<void> {
  const byPerson = Map.groupBy(all, ({ employeeId }) => employeeId)
  const notices = [...byPerson].flatMap(([employeeId, given]) => {
    const emails = given.flatMap((one) => one.emails).filter(Boolean)
    const phones = given.flatMap((one) => one.phones).filter(Boolean)
    const notified = {
      emails: [...new Set(emails.map((email) => email.toLowerCase()))],
      phones: [...new Set(phones)],
    }
    const version = given[0]?.version
    return emails.length + phones.length > 0 ? [{ employeeId, version, ...notified }] : []
  })
  if (notices.length === 0) return
  // JSON instead of arrays: PostgreSQL's nested arrays need equal lengths.
  await sql`
    INSERT INTO address_notices (company_id, employee_id, version, emails, phones)
    SELECT ${companyId}, (n ->> 'employeeId')::uuid, (n ->> 'version')::integer,
      ARRAY(SELECT jsonb_array_elements_text(n -> 'emails')),
      ARRAY(SELECT jsonb_array_elements_text(n -> 'phones'))
    FROM jsonb_array_elements(${JSON.stringify(notices)}::jsonb) AS n`.execute(trx)
}
