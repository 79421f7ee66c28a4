import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Channel } from '#contract/user.ts'
import { newIds, type Trx } from '#server/platform/db/database.ts'
import { addJobs } from '#server/platform/db/jobs.ts'
import { type Attachment, sealTexts } from '#server/platform/security/message-seal.ts'
import type { Deps } from '#server/startup/deps.ts'
import {
  freezeLivesMinutes,
  type LinkBase,
  lastFreezeLivesMinutes,
  newFreezeLinks,
} from './freeze-link.ts'
import { type Content, render, templates } from './templates/index.ts'

export type Message = Content & {
  companyId: string
  /** null for a recipient without an account. */
  userId: string | null
  /** An e-mail address or a telephone number, as `via` tells. */
  to: string
  via: Channel
  language: Language
  /** Only a mail has an attachment. */
  attachment?: Attachment
  /** The mail tells its reader of their own removal: its freeze link is their last. */
  onRemoval?: boolean
}

/** The key that seals messages, and the base of their freeze links. */
export type QueueDeps = Pick<Deps, 'macKey'> & { config: LinkBase }

export const deliverTask = 'deliver'
/** Codes go first: a person waits for a code, and notices can come later. */
const priorities = { secret: 0, notice: 10 } as const

/**
 * Writes a message into the outbox, in the SQL transaction of its subject: the message is sent if
 * and only if that commits. Returns its id.
 */
export async function queueMessage(trx: Trx, deps: QueueDeps, message: Message): Promise<string> {
  const [id = ''] = await queueMessages(trx, deps, [message])
  return id
}

/** Writes many messages into the outbox, in as many statements as one takes. */
export async function queueMessages(
  trx: Trx,
  deps: QueueDeps,
  messages: readonly Message[],
): Promise<string[]> {
  if (messages.length === 0) return []
  const ids = await newIds(trx, messages.length)
  const links = await freezeLinks(trx, deps, messages)
  const rows = messages.map((message, index) => {
    const { template, via, language, companyId, to } = message
    const freezeUrl = links.get(message) ?? null
    const linkLivesMinutes = message.onRemoval ? lastFreezeLivesMinutes : freezeLivesMinutes
    const { secret, livesMinutes = freezeUrl === null ? null : linkLivesMinutes } =
      templates[template]
    const id = ids[index] ?? ''
    const row = { id, company_id: companyId, recipient: to, via }
    const attached = message.attachment ? { attachment: message.attachment } : {}
    const content = { ...render(message, via, language, freezeUrl), ...attached }
    const sealed = sealTexts(deps.macKey, row, content)
    return { id, message, secret: secret || freezeUrl !== null, livesMinutes, sealed }
  })
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  await sql`
    INSERT INTO messages
      (id, company_id, user_id, recipient, via, template, sealed, secret, expires_at)
    SELECT id, company_id, user_id, recipient, via, template, sealed, secret,
      now() + make_interval(mins => minutes)
    FROM unnest(${ids}::uuid[], ${column((row) => row.message.companyId)}::uuid[],
      ${column((row) => row.message.userId)}::uuid[], ${column((row) => row.message.to)}::text[],
      ${column((row) => row.message.via)}::message_channel[],
      ${column((row) => row.message.template)}::text[], ${column((row) => row.sealed)}::bytea[],
      ${column((row) => row.secret)}::boolean[], ${column((row) => row.livesMinutes)}::integer[])
      AS m (id, company_id, user_id, recipient, via, template, sealed, secret, minutes)`.execute(
    trx,
  )
  await addJobs(
    trx,
    deliverTask,
    rows.map(({ id, secret }) => ({
      id,
      priority: secret ? priorities.secret : priorities.notice,
    })),
  )
  return ids
}

/** Makes a link for each mail that carries one. Text messages have no room for it. */
async function freezeLinks(
  trx: Trx,
  deps: QueueDeps,
  messages: readonly Message[],
): Promise<Map<Message, string>> {
  const carrying = messages.flatMap((message) => {
    const { template, via, companyId, userId, onRemoval = false } = message
    const carries = via === 'EMAIL' && 'freezes' in templates[template] && userId !== null
    return carries ? [{ message, owner: { companyId, userId, onRemoval } }] : []
  })
  if (carrying.length === 0) return new Map()
  const owners = carrying.map(({ owner }) => owner)
  const urls = await newFreezeLinks(trx, deps, owners)
  return new Map(carrying.map(({ message }, index) => [message, urls[index] ?? '']))
}
