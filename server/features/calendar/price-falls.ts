import { type LargestFall, largestFall48h } from '#domain/price-fall.ts'
import { readPricesSince } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'

const memoryMs = 90 * 86_400_000
const freshMs = 60_000

type Kept = { at: Date; fall: Promise<LargestFall | null> }
const kept = new WeakMap<Db, Kept>()

/**
 * Reads the largest fall of the stored prices, at most once a minute for any number of dashboards.
 */
export function readLargestFall(db: Db, now: Date): Promise<LargestFall | null> {
  const known = kept.get(db)
  if (known && Math.abs(now.getTime() - known.at.getTime()) < freshMs) return known.fall
  const fall = readPricesSince(db, new Date(now.getTime() - memoryMs)).then((prices) =>
    largestFall48h(prices, now),
  )
  kept.set(db, { at: now, fall })
  // A failed read is not kept, so that the next call reads again.
  fall.catch(() => kept.delete(db))
  return fall
}
