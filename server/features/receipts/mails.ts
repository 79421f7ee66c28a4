import { sql } from 'kysely'
import { minuteMs } from '#domain/durations.ts'
import type { Message, QueueDeps } from '#server/features/notifications/index.ts'
import { queueMessages } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { DueLine } from './due-lines.ts'
import { languageOfCountry } from './language.ts'

/** `sms`: whether text messages can be sent, or are shown. */
export type ReceiptMailDeps = QueueDeps & { sms: boolean }

/**
 * A transaction that leaves its block is mostly in the next one: only a longer absence is worth a
 * mail.
 */
const awayForMs = minuteMs

type Contact = { email: string; phone: string }
/** A person is reached by mail, and by SMS only without one. */
function channelOf({ email, phone }: Contact, sms: boolean) {
  if (email !== '') return { via: 'EMAIL', to: email } as const
  return phone !== '' && sms ? ({ via: 'SMS', to: phone } as const) : null
}

const pageOf = ({ config }: QueueDeps) => `${config.publicUrl}/mi-pago`

/**
 * Queues the one message that brings a line its receipt, where the company wants that; a second
 * receipt brings none.
 */
export async function queueReceipts(
  trx: Trx,
  deps: ReceiptMailDeps,
  companyId: string,
  lines: readonly DueLine[],
): Promise<void> {
  const wanted = lines.filter((line) => line.notify && channelOf(line, deps.sms))
  if (wanted.length === 0) return
  const { rows } = await sql<{ line: string }>`
    SELECT line_id AS line FROM receipt_messages
    WHERE line_id = ANY(${wanted.map(({ lineId }) => lineId)}::uuid[])`.execute(trx)
  const notified = new Set(rows.map(({ line }) => line))
  const fresh = wanted.flatMap((line) => {
    const channel = notified.has(line.lineId) ? null : channelOf(line, deps.sms)
    return channel ? [{ ...line, ...channel }] : []
  })
  const messages: Message[] = fresh.map(({ lineId, via, to, language, firstName, facts }) => ({
    companyId,
    userId: null,
    via,
    to,
    language,
    template: 'receipt',
    params: { name: firstName, company: facts.company, url: pageOf(deps) },
    ...(via === 'EMAIL' ? { attachment: { receiptOfLine: lineId } } : {}),
  }))
  const ids = await queueMessages(trx, deps, messages)
  await sql`
    INSERT INTO receipt_messages (line_id, company_id, message_id)
    SELECT line, ${companyId}, message FROM unnest(${fresh.map(({ lineId }) => lineId)}::uuid[],
      ${ids}::uuid[]) AS m (line, message)`.execute(trx)
}

type Away = Contact & {
  company_id: string
  line: string
  first_name: string
  company: string
  country: string
}

/**
 * Tells people whose receipt a reorganisation voided a while ago that their payment is still on its
 * way, once, if it is.
 */
export async function tellOnTheWay(db: Db, deps: ReceiptMailDeps & { now: Date }): Promise<void> {
  const voidedBefore = new Date(deps.now.getTime() - awayForMs)
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Away>`
      UPDATE receipt_messages m SET on_its_way_at = ${deps.now}
      FROM sheet_lines l
      JOIN companies c ON c.id = l.company_id
      JOIN employees e ON e.id = l.employee_id AND e.company_id = l.company_id
      WHERE l.id = m.line_id AND l.company_id = m.company_id AND m.on_its_way_at IS NULL
        AND c.notify_employees
        AND l.id IN (SELECT line_id FROM receipts WHERE voided_at <= ${voidedBefore})
        AND NOT EXISTS (
          SELECT FROM receipts v WHERE v.line_id = l.id AND v.voided_at IS NULL)
        AND EXISTS (
          SELECT FROM messages q WHERE q.id = m.message_id AND q.state IN ('sent', 'shown'))
        AND EXISTS (
          SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
          WHERE o.line_id = l.id AND t.live)
      RETURNING l.company_id, l.id AS line, l.first_name, c.name AS company, c.country, e.email, e.phone`.execute(
      trx,
    )
    const messages = rows.flatMap((row): Message[] => {
      const channel = channelOf(row, deps.sms)
      if (!channel) return []
      const params = { name: row.first_name, company: row.company, url: pageOf(deps) }
      const language = languageOfCountry(row.country)
      const common = { ...channel, companyId: row.company_id, userId: null, language }
      return [{ ...common, template: 'receiptOnItsWay', params }]
    })
    await queueMessages(trx, deps, messages)
  })
}
