import { sql } from 'kysely'
import type { PriceHistory } from '#contract/coins.ts'
import { usdNumber } from '#domain/money.ts'
import type { Db } from '#server/platform/database.ts'

export type StoredPrice = { usdCentsPerBtc: bigint; sources: number; at: Date }

/** The last known price, whatever its age; null if there never was one. */
export async function currentPrice(db: Db): Promise<StoredPrice | null> {
  const row = await db
    .selectFrom('prices')
    .select(['usd_cents_per_btc as usdCentsPerBtc', 'sources', 'at'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const pointsAtMost = 300

/**
 * The prices of the last hours, thinned to at most 300: the last one of each equal stretch of time,
 * from the oldest known in those hours on.
 */
export async function priceHistory(db: Db, hours: number): Promise<PriceHistory['points']> {
  const { rows } = await sql<{ at: Date; price: bigint }>`
    WITH known AS (
      SELECT at, usd_cents_per_btc AS price, min(at) OVER () AS first FROM prices
      WHERE at > now() - make_interval(hours => ${hours}) AND at <= now()
    )
    SELECT DISTINCT ON (stretch) at, price FROM (
      SELECT at, price, floor(extract(epoch FROM now() - at) * ${pointsAtMost}
        / greatest(extract(epoch FROM now() - first), 1) * (1 - 1e-9)) AS stretch
      FROM known
    ) p
    ORDER BY stretch DESC, at DESC`.execute(db)
  return rows.map((row) => ({ at: row.at.toISOString(), price: usdNumber(row.price) }))
}
