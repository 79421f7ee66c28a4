import { sql } from 'kysely'
import type { PriceHistory } from '#contract/prices.ts'
import { usdNumber } from '#domain/money.ts'
import type { PriceRange } from '#domain/price.ts'
import type { Db } from '#server/platform/db/database.ts'

export type StoredPrice = {
  usdCentsPerBtc: bigint
  sources: number
  at: Date
  /** The quote of each source, in JSON. */
  quotes?: unknown
}

/** The last known price, of any age; null if there never was one. */
export async function readCurrentPrice(db: Db): Promise<StoredPrice | null> {
  const row = await db
    .selectFrom('prices')
    .select(['usd_cents_per_btc as usdCentsPerBtc', 'sources', 'at', 'quotes'])
    .orderBy('at', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row ?? null
}

/** The range of the last hour's prices; null without any. */
export async function readPricesOfLastHour(db: Db): Promise<PriceRange | null> {
  const { lowest, highest } = await db
    .selectFrom('prices')
    .select(({ fn }) => [
      fn.min('usd_cents_per_btc').as('lowest'),
      fn.max('usd_cents_per_btc').as('highest'),
    ])
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return lowest === null || highest === null
    ? null
    : { lowestUsdCentsPerBtc: lowest, highestUsdCentsPerBtc: highest }
}

/**
 * Reads the prices since an instant, thinned to the highest and lowest of each ten minutes, so that
 * a table nobody has thinned out is not read into memory.
 */
export async function readPricesSince(db: Db, since: Date) {
  const { rows } = await sql<{ at: Date; usdCentsPerBtc: bigint }>`
    WITH stretches AS (
      SELECT min(at) AS at, min(usd_cents_per_btc) AS lowest, max(usd_cents_per_btc) AS highest
      FROM prices WHERE at >= ${since} GROUP BY date_bin('10 minutes', at, 'epoch'))
    SELECT at, highest AS "usdCentsPerBtc" FROM stretches
    UNION ALL SELECT at + interval '1 ms', lowest FROM stretches ORDER BY at`.execute(db)
  return rows
}

const pointsAtMost = 300

/**
 * Reads the prices of the last hours, at most 300: the last one of each equal stretch of time, from
 * the oldest known in those hours on. Each stretch takes one index look-up, so the cost does not
 * depend on the number of prices.
 */
export async function readPriceHistory(db: Db, hours: number): Promise<PriceHistory['points']> {
  const { rows } = await historyQuery(hours).execute(db)
  return rows.map((row) => ({ at: row.at.toISOString(), price: usdNumber(row.price) }))
}

// The first stretch begins before the oldest price and the last ends now, whatever the division
// rounded.
export const historyQuery = (hours: number) => sql<{ at: Date; price: bigint }>`
  WITH known AS MATERIALIZED (
    SELECT first, (now() - first) / ${pointsAtMost} AS stretch FROM (
      SELECT min(at) AS first FROM prices
      WHERE at > now() - make_interval(hours => ${hours}) AND at <= now()
    ) oldest
  )
  SELECT p.at, p.price
  FROM known, generate_series(1, ${pointsAtMost}) AS place
  CROSS JOIN LATERAL (
    SELECT at, usd_cents_per_btc AS price FROM prices
    WHERE at <= CASE place WHEN ${pointsAtMost} THEN now() ELSE first + place * stretch END
      AND at > first + (place - 1) * stretch - CASE place WHEN 1 THEN interval '1 s' ELSE '0 s' END
    ORDER BY at DESC LIMIT 1
  ) p
  ORDER BY place`
