import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { readOwnNextPayday } from '#server/features/calendar/index.ts'
import { type QueueDeps, queueMessage } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Contact } from './contact.ts'
import { newLink } from './links.ts'
import { peopleWith } from './people.ts'

export type InviteDeps = QueueDeps & { sms: boolean }

export type Invitee = {
  id: string
  first_name: string
  email: string
  phone: string
  bitcoin_percent: number
}

/**
 * Sends a person a link to the own page, by mail or else by text message, to a contact that nobody
 * else has. Null where there is none.
 */
export async function invitePerson(
  trx: Trx,
  deps: InviteDeps,
  companyId: string,
  person: Invitee,
  now: Date,
): Promise<{ contact: Contact; employeeIds: string[] } | null> {
  const found = await ownContact(trx, deps, companyId, person)
  if (!found) return null
  const { contact, employeeIds } = found
  const row = await trx
    .selectFrom('companies')
    .select([...macColumns.companies, 'name'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const company = requireTrue(deps.macKey, 'companies', row)
  const own = { companyId, employeeIds }
  const next = await readOwnNextPayday(trx, deps.macKey, own, now, { from: now })
  const url = await newLink(trx, deps, contact, companyId, now)
  await queueMessage(trx, deps, {
    companyId,
    userId: null,
    language: 'es',
    to: contact.contact,
    via: contact.via,
    template: 'employeeInvitation',
    params: {
      firstName: person.first_name,
      company: row.name,
      url,
      percent: person.bitcoin_percent,
      consentRequired: company.require_consent,
      next: next && new Date(next.at),
    },
  })
  await trx
    .updateTable('employees')
    .set({ invited_at: now })
    .where('company_id', '=', companyId)
    .where('id', 'in', employeeIds)
    .execute()
  return found
}

async function ownContact(trx: Trx, deps: InviteDeps, companyId: string, person: Invitee) {
  const contacts: Contact[] = [
    ...(person.email === ''
      ? []
      : [{ via: 'EMAIL', contact: person.email.toLowerCase() } as const]),
    ...(person.phone === '' || !deps.sms ? [] : [{ via: 'SMS', contact: person.phone } as const]),
  ]
  for (const contact of contacts) {
    const [found] = await peopleWith(trx, deps, contact, companyId)
    if (found?.employeeIds.includes(person.id)) {
      return { contact, employeeIds: found.employeeIds }
    }
  }
  return null
}
