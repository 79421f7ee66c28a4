import { median, shareOf } from './money.ts'

/** What one market says; `atMs` is when it was so. */
export type MarketQuote = { usdCentsPerBtc: bigint; atMs: number }

/** 1,000 to 10,000,000 USD: outside it a number is a mistake, a unit or an inversion, and no price. */
export const lowestUsdCentsPerBtc = 100_000n
export const highestUsdCentsPerBtc = 1_000_000_000n

const freshMs = 60_000
/** Clocks of markets run a little ahead; one that is further ahead says nothing about age. */
const aheadMs = 60_000
const agreementBasisPoints = 200n
const stepBasisPoints = 1_000n
const stepRounds = 3

export const isPossiblePrice = (usdCentsPerBtc: bigint): boolean =>
  usdCentsPerBtc >= lowestUsdCentsPerBtc && usdCentsPerBtc <= highestUsdCentsPerBtc

const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

export type Agreement =
  | { usdCentsPerBtc: bigint; sources: number; reason: null }
  | { usdCentsPerBtc: null; reason: 'too few fresh quotes' | 'the quotes disagree' }

/**
 * The price that the markets agree on: the median (half up) of the possible quotes of the last 60 s,
 * where two of them are within 2 % of each other and of it. One wrong market among three moves
 * nothing, and two wrong ones stop the price unless they are wrong alike.
 */
export function agreedPrice(quotes: readonly MarketQuote[], nowMs: number): Agreement {
  const fresh = quotes
    .filter(({ atMs }) => nowMs - atMs <= freshMs && atMs - nowMs <= aheadMs)
    .map(({ usdCentsPerBtc }) => usdCentsPerBtc)
    .filter(isPossiblePrice)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  if (fresh.length < 2) return { usdCentsPerBtc: null, reason: 'too few fresh quotes' }
  const middle = median(fresh)
  const tolerance = shareOf(middle, agreementBasisPoints)
  const near = fresh.filter((price) => distance(price, middle) <= tolerance)
  const agree = near.some(
    (price, index) => index > 0 && price - (near[index - 1] as bigint) <= tolerance,
  )
  return agree
    ? { usdCentsPerBtc: middle, sources: near.length, reason: null }
    : { usdCentsPerBtc: null, reason: 'the quotes disagree' }
}

/** A step that is being watched: the price it went to, and for how many rounds it has been there. */
export type Step = { usdCentsPerBtc: bigint; rounds: number }

/**
 * Whether the price that a round agreed on is believed, after the last one that was: a step of more
 * than 10 % is when it was there for 3 rounds. `watched` is what the round before returned. Rounds
 * that agree on nothing keep it: they say neither yes nor no.
 */
export function believed(
  usdCentsPerBtc: bigint,
  lastUsdCentsPerBtc: bigint | null,
  watched: Step | null,
): { isBelieved: boolean; watched: Step | null } {
  const isStep = (from: bigint) => distance(usdCentsPerBtc, from) > shareOf(from, stepBasisPoints)
  if (lastUsdCentsPerBtc === null || !isStep(lastUsdCentsPerBtc)) {
    return { isBelieved: true, watched: null }
  }
  const rounds = watched && !isStep(watched.usdCentsPerBtc) ? watched.rounds + 1 : 1
  return rounds >= stepRounds
    ? { isBelieved: true, watched: null }
    : { isBelieved: false, watched: { usdCentsPerBtc, rounds } }
}
