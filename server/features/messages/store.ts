import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export type Outcome = 'sent' | 'shown' | 'failed' | 'expired'

/** What waits to be delivered under `id`; null when it was dealt with. */
export async function readQueued(db: Db, id: string) {
  const row = await db
    .selectFrom('messages')
    .select(['id', 'recipient', 'via', 'subject', 'body', 'html', 'template'])
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Ends a message. What opens something does not lie around afterwards; the sandbox keeps it, for it is
 * read there.
 */
export async function settle(
  db: Db,
  id: string,
  outcome: { state: Outcome; failure?: string; keepSecrets: boolean },
): Promise<void> {
  const { state, failure = null, keepSecrets } = outcome
  await db
    .updateTable('messages')
    .set({ state, failure, settled_at: sql<Date>`now()`, ...wiped(keepSecrets) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** Ends what waited longer than it was good for. */
export async function expireMessages(db: Db, keepSecrets: boolean): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state: 'expired', settled_at: sql<Date>`now()`, ...wiped(keepSecrets) })
    .where('state', '=', 'queued')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}

function wiped(keepSecrets: boolean) {
  if (keepSecrets) return { html: null }
  const unlessSecret = (column: 'subject' | 'body') =>
    sql<string>`CASE WHEN secret THEN '' ELSE ${sql.ref(column)} END`
  return { html: null, subject: unlessSecret('subject'), body: unlessSecret('body') }
}

/** Messages that wait and for which nobody will come: their job is lost, or used up. */
export async function strandedMessages(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM messages m
    WHERE m.state = 'queued' AND NOT EXISTS (
      SELECT FROM graphile_worker.jobs j WHERE j.key = 'deliver:' || m.id
        AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`.execute(db)
  return rows.map((row) => row.id)
}
