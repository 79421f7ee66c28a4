import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Thins out prices older than an hour: keeps the last of each minute, after 2 days of each 10
 * minutes, after 30 days of each hour, about 20,000 rows a year. While an order can still be
 * signed, all prices around it stay, because the signer compares its rate with them, days later
 * where it waits for approval. Returns the number of deleted rows.
 */
export async function thinPrices(db: Db): Promise<bigint> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = '60s'`.execute(trx)
    const { numAffectedRows } = await sql`
      WITH aged AS (
        SELECT at, CASE
          WHEN at > now() - interval '2 days' THEN interval '1 minute'
          WHEN at > now() - interval '30 days' THEN interval '10 minutes'
          ELSE interval '1 hour' END AS stretch
        FROM prices WHERE at < now() - interval '1 hour'
      ),
      ordered AS (
        SELECT o.requested_at AS at FROM transactions t JOIN orders o ON o.id = t.order_id
        WHERE t.state IN ('pendingApproval', 'signed', 'unconfirmed', 'removed')
      ),
      ranked AS (
        SELECT at, row_number() OVER (
          PARTITION BY stretch, date_bin(stretch, at, 'epoch') ORDER BY at DESC) AS place
        FROM aged
      )
      DELETE FROM prices p USING ranked r
      WHERE r.at = p.at AND r.place > 1 AND NOT EXISTS (
        SELECT FROM ordered o
        WHERE p.at BETWEEN o.at - interval '2 minutes' AND o.at + interval '1 minute')`.execute(trx)
    return numAffectedRows ?? 0n
  })
}
