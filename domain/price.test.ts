import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, shareOf } from './money.ts'
import { countNeeded, type ExchangeQuote, findAgreedPrice, isPossiblePrice } from './price.ts'

const now = 1_790_000_000_000
const quotes = (...prices: bigint[]): ExchangeQuote[] =>
  prices.map((usdCentsPerBtc) => ({ usdCentsPerBtc, atMs: now }))
const agreed = (...prices: bigint[]) => findAgreedPrice(quotes(...prices), now)

test('exchanges that agree give their median', () => {
  expect(agreed(9_100_000n, 9_110_000n, 9_130_000n)).toEqual({
    usdCentsPerBtc: 9_110_000n,
    sources: 3,
    reason: null,
  })
  expect(agreed(9_100_000n, 9_110_001n).usdCentsPerBtc).toBe(9_105_001n)
})

test.each([
  ['twice as high', 18_200_000n],
  ['half as high', 4_550_000n],
  ['zero', 0n],
  ['negative', -9_100_000n],
  ['in satoshi (× 10⁸)', 910_000_000_000_000n],
  ['upside down', 1n],
])('one of three that is %s moves nothing', (_what, wrong) => {
  const { usdCentsPerBtc } = agreed(9_100_000n, wrong, 9_120_000n)
  expect(usdCentsPerBtc).not.toBeNull()
  expect(usdCentsPerBtc && usdCentsPerBtc >= 9_100_000n && usdCentsPerBtc <= 9_120_000n).toBe(true)
})

test('two of three that are wrong in different ways stop the price', () => {
  expect(agreed(9_100_000n, 18_200_000n, 36_400_000n).reason).toBe('the quotes disagree')
  expect(agreed(9_100_000n, 4_000_000n, 18_200_000n).reason).toBe('the quotes disagree')
  expect(agreed(9_100_000n, 0n, 910_000_000_000_000n).reason).toBe('too few fresh quotes')
})

test('two against two give no price in between', () => {
  expect(agreed(9_100_000n, 9_100_000n, 18_200_000n, 18_200_000n).reason).toBe(
    'the quotes disagree',
  )
})

test('quotes older than a minute, or from a clock far ahead, do not count', () => {
  const at = (offsetMs: number) => ({ usdCentsPerBtc: 9_100_000n, atMs: now + offsetMs })
  expect(findAgreedPrice([at(0), at(-60_000)], now).reason).toBeNull()
  expect(findAgreedPrice([at(0), at(-60_001)], now).reason).toBe('too few fresh quotes')
  expect(findAgreedPrice([at(0), at(60_001)], now).reason).toBe('too few fresh quotes')
  expect(findAgreedPrice([], now).reason).toBe('too few fresh quotes')
})

const anyQuote = fc.record({
  usdCentsPerBtc: fc.oneof(
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    fc.bigInt({ min: 8_900_000n, max: 9_300_000n }),
  ),
  atMs: fc.integer({ min: now - 120_000, max: now + 120_000 }),
})

test('any quotes → a price has two fresh ones within 2 % of it and of each other', () => {
  fc.assert(
    fc.property(fc.array(anyQuote, { maxLength: 6 }), (given) => {
      const { usdCentsPerBtc: price } = findAgreedPrice(given, now)
      if (price === null) return
      expect(isPossiblePrice(price)).toBe(true)
      const tolerance = shareOf(price, 200n)
      const near = given
        .filter(({ atMs }) => Math.abs(now - atMs) <= 60_000)
        .map(({ usdCentsPerBtc }) => usdCentsPerBtc)
        .filter(
          (one) => isPossiblePrice(one) && one >= price - tolerance && one <= price + tolerance,
        )
        .sort((a, b) => Number(a - b))
      expect(near.some((one, i) => i > 0 && one - (near[i - 1] ?? 0n) <= tolerance)).toBe(true)
    }),
  )
})

test('a minority that says anything keeps the price among those that are right', () => {
  const right = fc.array(fc.bigInt({ min: 9_100_000n, max: 9_190_000n }), {
    minLength: 2,
    maxLength: 4,
  })
  const wrong = fc.array(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), { maxLength: 3 })
  fc.assert(
    fc.property(right, wrong, fc.nat(), (rights, wrongs, place) => {
      const few = wrongs.slice(0, rights.length - 1)
      const all = [...rights]
      for (const one of few) all.splice(place % (all.length + 1), 0, one)
      const { usdCentsPerBtc } = agreed(...all)
      const sorted = rights.toSorted((a, b) => Number(a - b))
      expect(usdCentsPerBtc).not.toBeNull()
      expect(Number(usdCentsPerBtc)).toBeGreaterThanOrEqual(Number(sorted[0]))
      expect(Number(usdCentsPerBtc)).toBeLessThanOrEqual(Number(sorted.at(-1)))
      if (few.length === 0) expect(usdCentsPerBtc).toBe(median(rights))
    }),
  )
})

const hour = (lowest: bigint, highest = lowest) => ({
  lowestUsdCentsPerBtc: lowest,
  highestUsdCentsPerBtc: highest,
})

test('more than 10 % from a price of the last hour is a step, which takes all', () => {
  expect(countNeeded(11_000_000n, hour(10_000_000n), 4)).toBe(2)
  expect(countNeeded(11_000_001n, hour(10_000_000n), 4)).toBe(4)
  expect(countNeeded(9_000_000n, hour(10_000_000n), 4)).toBe(2)
  expect(countNeeded(8_999_999n, hour(10_000_000n), 4)).toBe(4)
})

test('small steps within an hour add up to one', () => {
  expect(countNeeded(11_500_000n, hour(10_000_000n, 11_000_000n), 4)).toBe(4)
  expect(countNeeded(8_500_000n, hour(9_000_000n, 9_900_000n), 4)).toBe(4)
})

test('the first price ever, or after an hour without one, takes three', () => {
  expect(countNeeded(9_100_000n, null, 4)).toBe(3)
})
