import { dayMs, hourMs } from './durations.ts'
import { fallBasisPoints } from './money.ts'

const windowMs = 48 * hourMs
/** Falls are looked for in the prices of so long. */
export const fallMemoryMs = 90 * dayMs

export type PricePoint = { at: Date; usdCentsPerBtc: bigint }

/** `basisPoints` (700 = 7 %), rounded up; `since`: the oldest price that was looked at. */
export type LargestFall = { basisPoints: bigint; since: Date }

/**
 * The largest fall from one price to a later one at most 48 hours on, in the last 90 days before
 * `now`. null: the prices reach over less than 48 hours. 0 basis points: no price fell.
 */
export function largestFall48h(prices: readonly PricePoint[], now: Date): LargestFall | null {
  const known = prices
    .filter(({ at }) => at <= now && now.getTime() - at.getTime() <= fallMemoryMs)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [first] = known
  const last = known.at(-1)
  if (!first || !last || last.at.getTime() - first.at.getTime() < windowMs) return null
  let basisPoints = 0n
  for (const { high, low } of highsBefore(known)) {
    const fall = fallBasisPoints(high, low)
    if (fall > basisPoints) basisPoints = fall
  }
  return { basisPoints, since: first.at }
}

/**
 * Prices, each with the highest of the 48 hours before it. A price is forgotten once a later one is
 * as high, so that each is looked at twice at most: 90 days are about 10,000 prices.
 */
function* highsBefore(prices: readonly PricePoint[]): Generator<{ high: bigint; low: bigint }> {
  const highs: PricePoint[] = []
  let oldest = 0
  for (const price of prices) {
    const { usdCentsPerBtc: low } = price
    while (highs.length > oldest && (highs.at(-1)?.usdCentsPerBtc ?? 0n) <= low) highs.pop()
    highs.push(price)
    for (let high = highs[oldest]; high && isTooOld(high, price); high = highs[oldest]) oldest++
    yield { high: highs[oldest]?.usdCentsPerBtc ?? low, low }
  }
}

const isTooOld = (high: PricePoint, { at }: PricePoint) =>
  at.getTime() - high.at.getTime() > windowMs
