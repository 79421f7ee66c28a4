import { minuteMs } from './durations.ts'
import { median, shareOf } from './money.ts'

/** The quote of one exchange; `atMs` is the time of the quote. */
export type ExchangeQuote = { usdCentsPerBtc: bigint; atMs: number }

/** 1,000 to 10,000,000 USD: outside it a number is a mistake, a unit or an inversion, and no price. */
export const lowestUsdCentsPerBtc = 100_000n
export const highestUsdCentsPerBtc = 1_000_000_000n

const freshMs = minuteMs
/**
 * Clocks of exchanges run a little ahead. A clock further ahead than this says nothing about age.
 */
const fastClockMs = minuteMs
const agreementBasisPoints = 200n
const agreeingAtLeast = 2
const stepBasisPoints = 1_000n

export const isPossiblePrice = (usdCentsPerBtc: bigint): boolean =>
  usdCentsPerBtc >= lowestUsdCentsPerBtc && usdCentsPerBtc <= highestUsdCentsPerBtc

const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

export type Agreement =
  | { usdCentsPerBtc: bigint; sources: number; reason: null }
  | { usdCentsPerBtc: null; reason: 'too few fresh quotes' | 'the quotes disagree' }

const isUsable = ({ usdCentsPerBtc, atMs }: ExchangeQuote, nowMs: number): boolean =>
  nowMs - atMs <= freshMs && atMs - nowMs <= fastClockMs && isPossiblePrice(usdCentsPerBtc)

const isNear = (usdCentsPerBtc: bigint, price: bigint): boolean =>
  distance(usdCentsPerBtc, price) <= shareOf(price, agreementBasisPoints)

/** The quotes that an agreed price rests on: possible, of the last 60 s, and within 2 % of it. */
export const quotesBehind = <Q extends ExchangeQuote>(
  quotes: readonly Q[],
  usdCentsPerBtc: bigint,
  nowMs: number,
): Q[] =>
  quotes.filter((quote) => isUsable(quote, nowMs) && isNear(quote.usdCentsPerBtc, usdCentsPerBtc))

/**
 * The price that the exchanges agree on: the median (half up) of the possible quotes of the last 60 s,
 * where two of them are within 2 % of each other and of it. One wrong exchange among three moves
 * nothing, and two wrong ones stop the price unless they are wrong alike.
 */
export function findAgreedPrice(quotes: readonly ExchangeQuote[], nowMs: number): Agreement {
  const fresh = quotes
    .filter((quote) => isUsable(quote, nowMs))
    .map(({ usdCentsPerBtc }) => usdCentsPerBtc)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  if (fresh.length < agreeingAtLeast)
    return { usdCentsPerBtc: null, reason: 'too few fresh quotes' }
  const middle = median(fresh)
  const tolerance = shareOf(middle, agreementBasisPoints)
  const near = fresh.filter((price) => isNear(price, middle))
  const agree = near.some(
    (price, index) => index > 0 && price - (near[index - 1] as bigint) <= tolerance,
  )
  return agree
    ? { usdCentsPerBtc: middle, sources: near.length, reason: null }
    : { usdCentsPerBtc: null, reason: 'the quotes disagree' }
}

/** The lowest and the highest price that were believed within the last hour. */
export type PriceRange = { lowestUsdCentsPerBtc: bigint; highestUsdCentsPerBtc: bigint }

/** Nothing speaks for a first price but the exchanges themselves. */
const firstAgreeingAtLeast = 3

/**
 * How many of the exchanges have to agree on a price: two; three where no price was believed within the
 * last hour; all for a step.
 */
export function countNeeded(
  usdCentsPerBtc: bigint,
  lastHour: PriceRange | null,
  exchanges: number,
): number {
  if (!lastHour) return firstAgreeingAtLeast
  return isStep(usdCentsPerBtc, lastHour) ? exchanges : agreeingAtLeast
}

/**
 * Whether a price is more than 10 % away from one that was believed within the last hour; small steps
 * in the same direction add up.
 */
function isStep(usdCentsPerBtc: bigint, lastHour: PriceRange): boolean {
  const { lowestUsdCentsPerBtc: lowest, highestUsdCentsPerBtc: highest } = lastHour
  return (
    usdCentsPerBtc - lowest > shareOf(lowest, stepBasisPoints) ||
    highest - usdCentsPerBtc > shareOf(highest, stepBasisPoints)
  )
}
