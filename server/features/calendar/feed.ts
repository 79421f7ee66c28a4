import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs } from '#domain/durations.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { newToken, tokenHash } from '#server/platform/security/tokens.ts'
import { readOccurrences } from './rows.ts'

/** A feed shows some past paydays, and two years ahead. */
const backMs = 92 * dayMs

type Owner = { companyId: string; userId: string }

export async function hasFeed(db: Db, { companyId, userId }: Owner): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a new secret for a person's feed; the former address stops working. */
export async function makeFeed(
  trx: Trx,
  macKey: KeyObject,
  actor: Actor & { userId: string },
  now: Date,
): Promise<string> {
  const token = newToken()
  const row = {
    user_id: actor.userId,
    company_id: actor.companyId,
    sha256: tokenHash(token),
    created_at: now,
  }
  const values = { ...row, mac: macOf(macKey, 'calendar_feeds', row) }
  await trx
    .insertInto('calendar_feeds')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  await record(trx, { ...actor, action: 'company.calendarFeedMade', subject: '' })
  return token
}

export async function endFeed(trx: Trx, actor: Actor & { userId: string }): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('calendar_feeds')
    .where('company_id', '=', actor.companyId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await record(trx, { ...actor, action: 'company.calendarFeedEnded', subject: '' })
}

/** Reads the paydays of a feed; null: the token is unknown, or its person was removed. */
export async function readFeed(db: Db, macKey: KeyObject, token: string, now: Date) {
  type Feed = MacRow<'calendar_feeds'> & { companyId: string; company: string; language: string }
  const { rows } = await sql<Feed>`
    SELECT f.*, f.company_id AS "companyId", c.name AS company, u.language FROM calendar_feeds f
    JOIN users u ON u.id = f.user_id AND u.company_id = f.company_id AND u.removed_at IS NULL
    JOIN companies c ON c.id = f.company_id
    WHERE f.sha256 = ${tokenHash(token)}`.execute(db)
  const [feed] = rows
  if (!feed || !isTrue(macKey, 'calendar_feeds', feed)) return null
  const since = new Date(now.getTime() - backMs)
  const where = sql`o.due_at >= ${since}`
  return { ...feed, paydays: await readOccurrences(db, macKey, feed.companyId, where) }
}
