import { shareOf } from '#domain/money.ts'
import type { PriceFeed } from '#server/ports.ts'

const anchorUsdCents = 9_100_000n
const boundBasisPoints = 2_000n
/** 0.05 % every 10 s comes to a few per cent a day, as the real price does. */
const stepBasisPoints = 5
/** Keeps the cents moving too. */
const stepUsdCents = 1_000
const sources = 3

/** A whole number from −most to most. */
const spread = (random: () => number, most: number): bigint =>
  BigInt(Math.floor(random() * (2 * most + 1)) - most)

/**
 * A price for play money: a random walk that stays within 20 % of 91,000 USD. `random` gives
 * numbers in [0, 1); `lastUsdCentsPerBtc` is where an earlier process stopped, if one ran.
 */
export function simulatePrices(random: () => number, lastUsdCentsPerBtc: bigint | null): PriceFeed {
  const lowest = anchorUsdCents - shareOf(anchorUsdCents, boundBasisPoints)
  const highest = anchorUsdCents + shareOf(anchorUsdCents, boundBasisPoints)
  const bounded = (cents: bigint) => (cents < lowest ? lowest : cents > highest ? highest : cents)
  let price = bounded(lastUsdCentsPerBtc ?? anchorUsdCents)
  return {
    async quote() {
      const step = shareOf(price, spread(random, stepBasisPoints)) + spread(random, stepUsdCents)
      price = bounded(price + step)
      return { usdCentsPerBtc: price, sources }
    },
  }
}
