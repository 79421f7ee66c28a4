import { sql } from 'kysely'
import { hourMs } from '#domain/durations.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import { findReportedContacts, wasPaidAfter } from '#server/features/address-holds/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { Contact } from './contact.ts'
import type { EmployeeSession } from './sessions.ts'

type Contacts = { email: string; phone: string }

/**
 * The channel by which the link did not come; null where messages do not reach the person on it.
 */
export function otherChannel(
  { via }: Pick<Contact, 'via'>,
  { email, phone }: Contacts,
  { smsConfigured }: Pick<Deps, 'smsConfigured'>,
): Contact | null {
  if (via === 'SMS') return email === '' ? null : { via: 'EMAIL', contact: email }
  return phone === '' || !smsConfigured ? null : { via: 'SMS', contact: phone }
}

/**
 * Finds the rows of a person for which a code over this contact speaks: they have the contact, and
 * the person was paid in one of them while it stood, for at least these hours. None where a former
 * contact has reported the present one.
 */
export async function findRowsProvenBy(
  db: Db,
  { macKey }: Pick<Deps, 'macKey'>,
  { companyId, employeeIds }: Pick<EmployeeSession, 'companyId' | 'employeeIds'>,
  { via, contact }: Contact,
  { hours, now }: { hours: number; now: Date },
): Promise<string[]> {
  const until = new Date(now.getTime() - hours * hourMs)
  const [isThis, since] =
    via === 'EMAIL'
      ? [sql`lower(e.email) = ${contact.toLowerCase()}`, sql`e.email_since`]
      : [sql`e.phone = ${contact}`, sql`e.phone_since`]
  const { rows } = await sql<MacRow<'contacts'> & { isProof: boolean }>`
    SELECT ${selectMacColumns('contacts', 'e')},
      ${since} <= ${until}::timestamptz AND ${wasPaidAfter(sql`e.id`, companyId, since)} AS "isProof"
    FROM employees e
    WHERE e.company_id = ${companyId} AND e.id = ANY(${employeeIds}::uuid[]) AND ${isThis}`.execute(
    db,
  )
  const believed = rows.filter((row) => isTrue(macKey, 'contacts', row))
  const reported = await findReportedContacts(db, macKey, companyId, employeeIds)
  if (reported.size > 0 || !believed.some(({ isProof }) => isProof)) return []
  return believed.map(({ id }) => id)
}
