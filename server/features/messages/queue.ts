import { sql } from 'kysely'
import type { Language } from '#contract/errors.ts'
import type { Trx } from '#server/platform/database.ts'
import { addJobs } from '#server/platform/jobs.ts'
import { freezeLivesMinutes } from './freeze-link.ts'
import { type Content, render, templates } from './templates/index.ts'

export type Channel = 'EMAIL' | 'SMS'

export type Message = Content & {
  companyId: string
  /** null for somebody who has no account. */
  userId: string | null
  /** An e-mail address or a telephone number, as `via` says. */
  to: string
  via: Channel
  language: Language
  /** Lets who reads a mail freeze the company. */
  freezeUrl?: string
}

export const deliverTask = 'deliver'
/** Somebody waits for a code; news can come after it. */
const priorities = { secret: 0, news: 10 } as const

/**
 * Writes a message into the outbox, in the transaction of whatever it tells of: it is sent if and only
 * if that commits. Returns its id.
 */
export async function queueMessage(trx: Trx, message: Message): Promise<string> {
  const [id = ''] = await queueMessages(trx, [message])
  return id
}

/** The same for many, in as many statements as for one. */
export async function queueMessages(trx: Trx, messages: readonly Message[]): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = messages.map((message) => {
    const { template, via, language, freezeUrl = null } = message
    const { secret, livesMinutes = freezeUrl === null ? null : freezeLivesMinutes } =
      templates[template]
    const rendered = render(message, via, language, freezeUrl)
    return { message, secret: secret || freezeUrl !== null, livesMinutes, ...rendered }
  })
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  // Ids grow with time, by which the newest are listed first.
  const queued = await sql<{ id: string; secret: boolean }>`
    INSERT INTO messages
      (company_id, user_id, recipient, via, template, subject, body, html, secret, expires_at)
    SELECT company_id, user_id, recipient, via, template, subject, body, html, secret,
      now() + make_interval(mins => minutes)
    FROM unnest(${column((row) => row.message.companyId)}::uuid[],
      ${column((row) => row.message.userId)}::uuid[], ${column((row) => row.message.to)}::text[],
      ${column((row) => row.message.via)}::message_channel[],
      ${column((row) => row.message.template)}::text[], ${column((row) => row.subject)}::text[],
      ${column((row) => row.text)}::text[], ${column((row) => row.html)}::text[],
      ${column((row) => row.secret)}::boolean[], ${column((row) => row.livesMinutes)}::integer[])
      AS m (company_id, user_id, recipient, via, template, subject, body, html, secret, minutes)
    RETURNING id, secret`.execute(trx)
  await addJobs(
    trx,
    deliverTask,
    queued.rows.map(({ id, secret }) => ({
      id,
      priority: secret ? priorities.secret : priorities.news,
    })),
  )
  return queued.rows.map((row) => row.id)
}
