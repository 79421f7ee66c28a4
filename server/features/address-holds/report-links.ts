import { sql } from 'kysely'
import { minuteMs } from '#domain/durations.ts'
import { listChangedChannels } from '#server/authorization/contact-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { reportLivesMinutes } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { tokenHash } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

type LinkDeps = Pick<Deps, 'clock' | 'macKey'>
type ContactRow = MacRow<'employee_contacts'>
type ContactKind = 'EMAIL' | 'PHONE'

/** Finds the change of a link; 410 for an unknown link, and after 30 days. */
export async function findChange(db: Db, deps: LinkDeps, token: string) {
  const bornAfter = new Date(deps.clock.now().getTime() - reportLivesMinutes * minuteMs)
  const row = await db
    .selectFrom('address_report_links as l')
    .leftJoinLateral(
      // One change may bring an address and an account.
      ({ selectFrom }) =>
        selectFrom('employee_destinations as d')
          .select(['d.at', 'd.changed_by'])
          .select(sql<string[]>`array_agg(d.kind) OVER (PARTITION BY d.version)`.as('kinds'))
          .whereRef('d.company_id', '=', 'l.company_id')
          .whereRef('d.employee_id', '=', 'l.employee_id')
          .whereRef('d.version', '=', 'l.version')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .innerJoin('employees as e', 'e.id', 'l.employee_id')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .select([
      'l.sha256',
      'l.company_id',
      'l.employee_id',
      'l.version',
      'l.recipient',
      'l.created_at',
      'l.mac',
    ])
    .select(['a.at', 'a.changed_by', 'a.kinds', 'e.first_name', 'e.last_name', 'c.name'])
    .where('l.sha256', '=', tokenHash(token))
    .where('l.created_at', '>', bornAfter)
    .executeTakeFirst()
  if (!row || !isTrue(deps.macKey, 'address_report_links', row)) {
    throw new Refusal('REPORT_LINK_ENDED')
  }
  const contact = await findContact(db, deps, row)
  const at = row.at ?? contact?.at
  if (!at) throw new Refusal('REPORT_LINK_ENDED')
  const changedBy = contact ? contact.changed_by : row.changed_by
  const destinations = row.kinds ?? []
  return {
    ...row,
    hasAddress: destinations.includes('ADDRESS'),
    hasAccount: destinations.includes('ACCOUNT'),
    contact,
    at,
    changed_by: changedBy,
  }
}

export type ReportedChange = Awaited<ReturnType<typeof findChange>>
type Version = Pick<ContactRow, 'company_id' | 'employee_id' | 'version'>

async function findContact(db: Db, { macKey }: LinkDeps, of: Version): Promise<ContactRow | null> {
  const rows = await db
    .selectFrom('employee_contacts')
    .selectAll()
    .where('company_id', '=', of.company_id)
    .where('employee_id', '=', of.employee_id)
    .where('version', '=', of.version)
    .execute()
  return rows.find((row) => isTrue(macKey, 'employee_contacts', row)) ?? null
}

/** The contacts that a change replaced, added or took away. */
export const kindsOf = ({ contact }: Pick<ReportedChange, 'contact'>): ContactKind[] =>
  contact === null ? [] : listChangedChannels(contact)

/**
 * The contact whose change the link's recipient may confirm: its own successor. A channel that stayed
 * as it was says nothing about the other one.
 */
export function replacedBy({ contact, recipient }: ReportedChange): ContactKind | null {
  if (!contact || recipient === '') return null
  const kinds = kindsOf({ contact })
  if (kinds.includes('EMAIL') && contact.previous_email.toLowerCase() === recipient) return 'EMAIL'
  return kinds.includes('PHONE') && contact.previous_phone === recipient ? 'PHONE' : null
}
