import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { phonesMeant } from '#domain/phone.ts'
import { type QueueDeps, queueMessage } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { count, limits } from '#server/platform/http/rate-limits.ts'
import type { Contact } from './contact.ts'
import { newLink } from './links.ts'
import { peopleWith } from './people.ts'

const requestsAtOnce = 50

type Request = Contact & { language: Language }
/** `sms`: text messages are sent, or shown in the sandbox. `sandbox`: limits are wide. */
type AnswerDeps = QueueDeps & { sms: boolean; sandbox: boolean; now: () => Date }

/**
 * Sends a link to each contact that asked for one and belongs to a person, and deletes the request.
 */
export async function answerLinkRequests(db: Db, deps: AnswerDeps): Promise<void> {
  for (;;) {
    const taken = await db.transaction().execute((trx) => answerSome(trx, deps))
    if (taken < requestsAtOnce) return
    await nextTurn()
  }
}

async function answerSome(trx: Trx, deps: AnswerDeps): Promise<number> {
  const { rows } = await sql<Request>`
    DELETE FROM employee_link_requests WHERE id IN (
      SELECT id FROM employee_link_requests ORDER BY id LIMIT ${requestsAtOnce}
      FOR UPDATE SKIP LOCKED)
    RETURNING via, contact, language`.execute(trx)
  for (const { language, ...linkRequest } of rows) {
    for (const contact of await contactsMeant(trx, linkRequest)) {
      await answerOne(trx, deps, contact, language)
    }
  }
  return rows.length
}

/**
 * The contacts that a request may mean: an e-mail as it is; for digits, the known phones that they
 * may stand for, since people may leave out the country code.
 */
async function contactsMeant(trx: Trx, { via, contact }: Contact): Promise<Contact[]> {
  if (via === 'EMAIL') return [{ via, contact }]
  const meant = phonesMeant(contact)
  const { rows } = await sql<{ phone: string }>`
    SELECT DISTINCT e.phone
    FROM unnest(${meant.map(({ phone }) => phone)}::text[],
      ${meant.map(({ country }) => country)}::text[]) AS m (phone, country)
    JOIN employees e ON e.phone = m.phone AND e.phone <> '' AND e.deleted_at IS NULL
    JOIN companies c ON c.id = e.company_id AND c.country = coalesce(m.country, c.country)
    ORDER BY e.phone`.execute(trx)
  return rows.map(({ phone }) => ({ via, contact: phone }))
}

async function answerOne(
  trx: Trx,
  deps: AnswerDeps,
  contact: Contact,
  language: Language,
): Promise<void> {
  if (contact.via === 'SMS' && !deps.sms) return
  const people = await peopleWith(trx, deps, contact)
  const [first] = people
  if (!first) return
  // A company above its hourly number gets no link, and nobody is told so.
  for (const { companyId } of people) if (!(await isWithinLimit(trx, deps, companyId))) return
  const url = await newLink(trx, deps, contact, null, deps.now())
  // The mail names no company: a person of several companies may not want one to hear of another.
  await queueMessage(trx, deps, {
    companyId: first.companyId,
    userId: null,
    language,
    to: contact.contact,
    via: contact.via,
    template: 'employeeLink',
    params: { url },
  })
}

async function isWithinLimit(trx: Trx, { sandbox, now }: AnswerDeps, companyId: string) {
  const limit = limits.employeeLinkCompany
  const taken = await count({ db: trx, clock: { now } }, limit, companyId, 1)
  return sandbox || taken.count <= limit.count
}
