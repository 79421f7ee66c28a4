import { minuteMs } from '#domain/durations.ts'
import { fallMemoryMs, type LargestFall, largestFall48h } from '#domain/price-fall.ts'
import { readPricesSince } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'

const freshMs = minuteMs

type Kept = { at: Date; fall: Promise<LargestFall | null> }
const kept = new WeakMap<Db, Kept>()

/**
 * Reads the largest fall of the stored prices, at most once a minute for any number of dashboards.
 */
export function readLargestFall(db: Db, now: Date): Promise<LargestFall | null> {
  const known = kept.get(db)
  if (known && Math.abs(now.getTime() - known.at.getTime()) < freshMs) return known.fall
  const fall = readPricesSince(db, new Date(now.getTime() - fallMemoryMs)).then((prices) =>
    largestFall48h(prices, now),
  )
  kept.set(db, { at: now, fall })
  // A failed read is not kept, so that the next call reads again.
  fall.catch(() => kept.delete(db))
  return fall
}
