import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'

const lookMs = 5_000

/**
 * Until `signal` the newest price is said again while it still counts, as the program's worker does: on a
 * busy machine a test may take longer from its price to its press than a price counts. One that a test
 * let grow old, or took away, stays so; and what is said again is older than any price of this moment.
 */
export async function keepPriceFresh(
  { worker, log, now }: { worker: Db; log: Log; now: () => number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const at = new Date(now())
    await sql`
      INSERT INTO prices (at, usd_cents_per_btc, sources)
      SELECT newest.at + interval '15 s', newest.usd_cents_per_btc, newest.sources
      FROM (SELECT * FROM prices ORDER BY at DESC LIMIT 1) AS newest
      WHERE newest.at BETWEEN ${at}::timestamptz - interval '60 s' AND ${at}::timestamptz - interval '20 s'
      ON CONFLICT DO NOTHING`
      .execute(worker)
      .catch((err) => log.warn({ err }, 'the price was not said again'))
  }
}

/** A price of this moment. Two of one millisecond would be one, so it takes the next one that is free. */
export async function sayPrice(
  worker: Db,
  usdCentsPerBtc: bigint,
  now: () => number,
): Promise<void> {
  for (;;) {
    const { numInsertedOrUpdatedRows } = await worker
      .insertInto('prices')
      .values({ at: new Date(now()), usd_cents_per_btc: usdCentsPerBtc, sources: 3 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return
  }
}
