import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

export type MessageOutcome = 'sent' | 'shown' | 'failed' | 'expired'

/** Reads the queued message `id`; null when it was delivered or ended. */
export async function readQueued(db: Db, id: string) {
  const row = await db
    .selectFrom('messages')
    .select(['id', 'company_id', 'recipient', 'via', 'sealed', 'template'])
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Ends a message and deletes its texts; the sandbox keeps the texts, since people read them there.
 */
export async function endMessage(
  db: Db,
  id: string,
  outcome: { state: MessageOutcome; failure?: string; keepTexts: boolean },
): Promise<void> {
  const { state, failure = null, keepTexts } = outcome
  await sql`SELECT end_message(${id}, ${state}, ${failure}, ${keepTexts})`.execute(db)
}

/** Ends messages that waited longer than they are of use. */
export async function expireMessages(db: Db, keepTexts: boolean): Promise<void> {
  await sql`SELECT end_message(id, 'expired', NULL, ${keepTexts}) FROM messages
    WHERE state = 'queued' AND expires_at <= now()`.execute(db)
}

/** Finds waiting messages whose job is lost or used up, so that nothing would send them. */
export async function findStrandedMessages(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM messages m
    WHERE m.state = 'queued' AND NOT EXISTS (
      SELECT FROM graphile_worker.jobs j WHERE j.key = 'deliver:' || m.id
        AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`.execute(db)
  return rows.map((row) => row.id)
}
