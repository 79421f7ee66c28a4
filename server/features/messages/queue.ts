import { sql } from 'kysely'
import type { Language } from '#contract/errors.ts'
import type { Trx } from '#server/platform/database.ts'
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
}

/**
 * Writes a message into the outbox, in the transaction of whatever it tells of: it is sent if and only
 * if that commits. Returns its id.
 */
export async function queueMessage(trx: Trx, message: Message): Promise<string> {
  const { companyId, userId, to, via, language, template } = message
  const { secret, livesMinutes } = templates[template]
  const { subject, text, html } = render(message, via, language)
  const { id } = await trx
    .insertInto('messages')
    .values({
      company_id: companyId,
      user_id: userId,
      recipient: to,
      via,
      template,
      subject,
      body: text,
      html,
      secret,
      expires_at: livesMinutes ? sql<Date>`now() + make_interval(mins => ${livesMinutes})` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
