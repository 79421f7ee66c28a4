/**
 * Money is integers: satoshi and US cents as `bigint`. Every division of money in the program is
 * in this file, and each says how it rounds.
 */

export const SATS_PER_BTC = 100_000_000n
/** 21 million BTC: no amount on the chain can be larger (consensus MAX_MONEY). */
export const MAX_SATS = 21_000_000n * SATS_PER_BTC

/** The value, if it is a possible amount of satoshi (0 to MAX_MONEY); else a RangeError naming `label`. */
export function sats(value: bigint, label: string): bigint {
  if (value < 0n || value > MAX_SATS)
    throw new RangeError(`${label}: ${value} is not an amount of satoshi`)
  return value
}

export const sumOfSats = (rows: readonly { sats: bigint }[]): bigint =>
  rows.reduce((total, { sats }) => total + sats, 0n)

function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

function positiveRate(rateUsdCentsPerBtc: bigint): bigint {
  if (rateUsdCentsPerBtc <= 0n) throw new RangeError(`rateUsdCentsPerBtc: ${rateUsdCentsPerBtc}`)
  return rateUsdCentsPerBtc
}

/** Cents to satoshi at a rate in cents per BTC, half up: what a salary comes to on the chain. */
export function satsFromCents(usdCents: bigint, rateUsdCentsPerBtc: bigint): bigint {
  return divideHalfUp(usdCents * SATS_PER_BTC, positiveRate(rateUsdCentsPerBtc))
}

/** Cents to satoshi, rounded up: for an amount to send, which must not fall short of its dollars. */
export function satsFromCentsRoundedUp(usdCents: bigint, rateUsdCentsPerBtc: bigint): bigint {
  return divideUp(usdCents * SATS_PER_BTC, positiveRate(rateUsdCentsPerBtc))
}

/** Satoshi to cents at a rate in cents per BTC, half up: for showing. */
export function centsFromSats(amountSats: bigint, rateUsdCentsPerBtc: bigint): bigint {
  return divideHalfUp(amountSats * positiveRate(rateUsdCentsPerBtc), SATS_PER_BTC)
}

/** Satoshi to cents, rounded up: for what is missing, so that funding the shown sum is enough. */
export function centsFromSatsRoundedUp(amountSats: bigint, rateUsdCentsPerBtc: bigint): bigint {
  return divideUp(amountSats * positiveRate(rateUsdCentsPerBtc), SATS_PER_BTC)
}

/** ceil(vsize × rate): a fee is never below its rate. `feeRateSatsPerKvb` in satoshi per 1,000 vB. */
export function feeSats(vsize: number, feeRateSatsPerKvb: bigint): bigint {
  return divideUp(BigInt(vsize) * feeRateSatsPerKvb, 1000n)
}

/** `of` parts of `whole` of a salary, in cents, half up: a special pay is rounded once, at its end. */
export function partOfSalary(usdCents: bigint, of: number, whole: number): bigint {
  return divideHalfUp(usdCents * BigInt(of), BigInt(whole))
}

/** The rate that a fee was, in satoshi per 1,000 vB, rounded down: to compare with the current fee rates. */
export function toPaidFeeRate(amountSats: bigint, vsize: number): bigint {
  return (amountSats * 1000n) / BigInt(vsize)
}

/** The rate at which a fee is reached, in satoshi per 1,000 vB, rounded up: the least to ask for. */
export function toNeededFeeRate(amountSats: bigint, vsize: number): bigint {
  return divideUp(amountSats * 1000n, BigInt(vsize))
}

/** Satoshi that are worth as much at a lower price, rounded up: for what salaries will take there. */
export function satsAtPrice(
  amountSats: bigint,
  rateUsdCentsPerBtc: bigint,
  lowerUsdCentsPerBtc: bigint,
): bigint {
  return divideUp(amountSats * positiveRate(rateUsdCentsPerBtc), positiveRate(lowerUsdCentsPerBtc))
}

/** The amount that a fall of the price by basis points makes of another, rounded up: 95 becomes 100 at 500. */
export function afterFall(amount: bigint, basisPoints: bigint): bigint {
  return divideUp(amount * 10_000n, positiveRate(10_000n - basisPoints))
}

/** `part` of `whole` in per cent, cut: 99 until all of it is there. `whole` is above 0. */
export function percentCut(part: bigint, whole: bigint): number {
  return Number((part * 100n) / whole)
}

/** The fall from `high` to `low` in basis points, rounded up: for a reserve; 0 where `low` is no lower. */
export function fallBasisPoints(high: bigint, low: bigint): bigint {
  return low >= high ? 0n : divideUp((high - low) * 10_000n, high)
}

/** A share in basis points (500 = 5 %), rounded down: for ceilings, which must not be passed. */
export function shareOf(amount: bigint, basisPoints: bigint): bigint {
  return (amount * basisPoints) / 10_000n
}

/** A share in basis points, rounded up: for a reserve, which must not be smaller than its share. */
export function shareRoundedUp(amount: bigint, basisPoints: bigint): bigint {
  return divideUp(amount * basisPoints, 10_000n)
}

/**
 * Share `index` of `parts` equal ones, in whole units. The first shares take the remainder, so that
 * all together are the amount.
 */
export function equalPart(amount: bigint, parts: number, index: number): bigint {
  if (!(index >= 0 && index < parts)) throw new RangeError(`index: ${index} of ${parts}`)
  const rest = amount % BigInt(parts)
  return (amount - rest) / BigInt(parts) + (BigInt(index) < rest ? 1n : 0n)
}

/** `median` of integers, the mean of the middle two rounded half up when their number is even. */
export function median(values: readonly bigint[]): bigint {
  if (values.length === 0) throw new RangeError('values: the median of nothing')
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1] as bigint
  const lower = sorted[(sorted.length - 1) >> 1] as bigint
  return divideHalfUp(lower + upper, 2n)
}

/** `"0.00153846"`: BTC with exactly 8 decimals. Negative amounts keep their sign. */
export function btcText(amountSats: bigint): string {
  const sign = amountSats < 0n ? '-' : ''
  const digits = (amountSats < 0n ? -amountSats : amountSats).toString().padStart(9, '0')
  return `${sign}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** BTC with 1 to 8 decimals (or none) as satoshi; null if the text is no such number. */
export function parseBtc(text: string): bigint | null {
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text)
  if (!match) return null
  const amount = BigInt(match[1] as string) * SATS_PER_BTC + BigInt((match[2] ?? '').padEnd(8, '0'))
  return amount <= MAX_SATS ? amount : null
}

/** `"650.25"`: dollars with exactly 2 decimals. Negative amounts keep their sign. */
export function usdText(usdCents: bigint): string {
  const sign = usdCents < 0n ? '-' : ''
  const digits = (usdCents < 0n ? -usdCents : usdCents).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Plain decimal dollars as cents, what is finer than a cent rounded half up; null if it is not one:
 * no sign, no exponent, no separators, at most 12 digits before the point and 20 after it.
 */
export function parseUsdText(text: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(text)
  if (!match) return null
  const decimals = (match[2] ?? '').padEnd(3, '0')
  const cents = BigInt(match[1] as string) * 100n + BigInt(decimals.slice(0, 2))
  return (decimals[2] as string) >= '5' ? cents + 1n : cents
}

/** Cents as the JSON number of the wire (at most 2 decimals). Exact up to 90 × 10¹² USD. */
export function usdNumber(usdCents: bigint): number {
  if (usdCents > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`usdCents: ${usdCents}`)
  return Number(usdCents) / 100
}

/** A JSON number of dollars as cents; null unless it has at most 2 decimals and is not negative. */
export function parseUsdNumber(usd: number): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(String(usd))
  if (!match) return null
  return BigInt(match[1] as string) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

/** Cents of an amount at `rateUsdCentsPerBtc`; 0 where there is no rate, which is then 0. */
export const centsAt = (sats: bigint, rateUsdCentsPerBtc: bigint): bigint =>
  rateUsdCentsPerBtc === 0n ? 0n : centsFromSats(sats, rateUsdCentsPerBtc)

/** USD of an amount, as the wire's number; 0 without a rate. */
export const usdAt = (sats: bigint, rateUsdCentsPerBtc: bigint): number =>
  usdNumber(centsAt(sats, rateUsdCentsPerBtc))

/** Satoshi as the wire's pair; 0 USD without a rate. */
export const amountAt = (
  sats: bigint,
  rateUsdCentsPerBtc: bigint,
): { btc: string; usd: number } => ({
  btc: btcText(sats),
  usd: usdAt(sats, rateUsdCentsPerBtc),
})

/** The wire's pair for a missing amount, in dollars that suffice. The rate is above 0. */
export function toMissingAmount(
  sats: bigint,
  rateUsdCentsPerBtc: bigint,
): { btc: string; usd: number } {
  return { btc: btcText(sats), usd: usdNumber(centsFromSatsRoundedUp(sats, rateUsdCentsPerBtc)) }
}

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
