import { sql } from 'kysely'
import { hourMs } from '#domain/durations.ts'
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
 * Whether the person's contact on a channel is the one from this many hours ago. A person added
 * since had none then.
 */
export async function hasStood(
  db: Db,
  { companyId, employeeId }: Pick<EmployeeSession, 'companyId' | 'employeeId'>,
  { via }: Contact,
  { hours, now }: { hours: number; now: Date },
): Promise<boolean> {
  if (hours === 0) return true
  const since = new Date(now.getTime() - hours * hourMs)
  const changed =
    via === 'EMAIL'
      ? sql`lower(c.previous_email) <> lower(c.email)`
      : sql`c.previous_phone <> c.phone`
  const { rows } = await sql`
    SELECT FROM employees e
    WHERE e.company_id = ${companyId} AND e.id = ${employeeId} AND e.created_at <= ${since}
      AND NOT EXISTS (
        SELECT FROM employee_contacts c
        WHERE c.company_id = ${companyId} AND c.employee_id = e.id AND c.at > ${since}
          AND ${changed})`.execute(db)
  return rows.length === 1
}
