import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { minuteMs } from '#domain/durations.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Listener, notify } from '#server/platform/db/notify.ts'
import type { Log } from '#server/platform/observe/log.ts'
import type { PriceFeed, Quote } from '#server/ports.ts'
import { thinPrices } from './downsample-prices.ts'
import { readPricesOfLastHour } from './store.ts'

export type PollerDeps = {
  /** The connection of the worker's role, which alone writes prices. */
  db: Db
  listener: Listener
  priceFeed: PriceFeed
  network: Network
  log: Log
  pollMs?: number
}

const tenSecondsMs = 10_000
const thinEveryMs = 10 * minuteMs
/** A price that a person set counts like a quote with this many sources. */
const sourcesOfFixedPrice = 3

async function storePrice(db: Db, { usdCentsPerBtc, sources, quotes = [] }: Quote): Promise<void> {
  const said = quotes.map((one) => ({ ...one, usdCentsPerBtc: String(one.usdCentsPerBtc) }))
  await db
    .insertInto('prices')
    // The clock instead of now(): an SQL transaction that waited for another must come after it.
    .values({
      at: sql<Date>`clock_timestamp()`,
      usd_cents_per_btc: usdCentsPerBtc,
      sources,
      quotes: JSON.stringify(said),
    })
    .execute()
}

/**
 * Stores the sandbox's fixed price, else `quote`, where there is one. Returns whether a price is
 * fixed.
 */
async function storeRound(db: Db, quote: Quote | null): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Locked, so that a price being fixed meanwhile is either seen here or stored afterwards.
    const { fixed } = await trx
      .selectFrom('sandbox_settings')
      .select('fixed_usd_cents_per_btc as fixed')
      .forShare()
      .executeTakeFirstOrThrow()
    if (fixed !== null) {
      await storePrice(trx, { usdCentsPerBtc: fixed, sources: sourcesOfFixedPrice })
      await notify(trx, 'prices', 'stored')
    } else if (quote) {
      await storePrice(trx, quote)
    }
    return fixed !== null
  })
}

async function pollOnce({ db, priceFeed, network, log }: PollerDeps): Promise<void> {
  // Only play money has a price that a person sets, so no exchange is waited for.
  const isPlay = network === 'regtest'
  if (isPlay && (await storeRound(db, null))) return
  const quote = await priceFeed.quote(await readPricesOfLastHour(db)).catch((err: unknown) => {
    log.warn({ err }, 'no price this time; the last one grows older')
    return null
  })
  if (!quote) return
  if (isPlay) await storeRound(db, quote)
  else await storePrice(db, quote)
}

/**
 * Stores a row every 10 s, or as soon as one is requested, until `signal`, despite errors of feed
 * or database.
 */
export async function pollPrices(deps: PollerDeps, signal: AbortSignal): Promise<void> {
  const pollMs = deps.pollMs ?? tenSecondsMs
  while (!signal.aborted) {
    const next = deps.listener.next('prices', pollMs, signal, 'asked')
    try {
      await pollOnce(deps)
    } catch (err) {
      deps.log.warn({ err }, 'a price could not be stored; trying again')
    }
    await next
  }
}

/** Thins the stored prices from time to time until `signal`. */
async function keepThin({ db, log }: PollerDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await thinPrices(db).catch((err) => log.warn({ err }, 'old prices could not be thinned'))
    await sleep(thinEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** The worker's price loop: stores new prices, and thins out old ones. */
export async function runPrices(deps: PollerDeps, signal: AbortSignal): Promise<void> {
  await Promise.all([pollPrices(deps, signal), keepThin(deps, signal)])
}
