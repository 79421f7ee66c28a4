import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { readPricesOfLastHour } from './store.ts'

/**
 * Notes the price that an operator read at several exchanges, where none of the last hour is known. It
 * counts as two minutes old: nobody pays at what somebody typed, but from now on two exchanges within
 * 10 % of it are believed. Answers whether it was noted.
 */
export async function confirmFirstPrice(owner: Db, usdCentsPerBtc: bigint): Promise<boolean> {
  if (await readPricesOfLastHour(owner)) return false
  await owner
    .insertInto('prices')
    .values({
      at: sql<Date>`clock_timestamp() - interval '2 minutes'`,
      usd_cents_per_btc: usdCentsPerBtc,
      sources: 1,
      quotes: '[]',
    })
    .execute()
  return true
}
