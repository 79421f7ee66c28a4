import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, shareOf } from './money.ts'
import { agreedPrice, believed, isPossiblePrice, type MarketQuote, type Step } from './price.ts'

const now = 1_790_000_000_000
const quotes = (...prices: bigint[]): MarketQuote[] =>
  prices.map((usdCentsPerBtc) => ({ usdCentsPerBtc, atMs: now }))
const agreed = (...prices: bigint[]) => agreedPrice(quotes(...prices), now)

test('markets that agree give their median', () => {
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

test('what is older than a minute, or from a clock far ahead, does not count', () => {
  const at = (offsetMs: number) => ({ usdCentsPerBtc: 9_100_000n, atMs: now + offsetMs })
  expect(agreedPrice([at(0), at(-60_000)], now).reason).toBeNull()
  expect(agreedPrice([at(0), at(-60_001)], now).reason).toBe('too few fresh quotes')
  expect(agreedPrice([at(0), at(60_001)], now).reason).toBe('too few fresh quotes')
  expect(agreedPrice([], now).reason).toBe('too few fresh quotes')
})

const anyQuote = fc.record({
  usdCentsPerBtc: fc.oneof(
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    fc.bigInt({ min: 8_900_000n, max: 9_300_000n }),
  ),
  atMs: fc.integer({ min: now - 120_000, max: now + 120_000 }),
})

test('whatever the markets say, a price has two fresh quotes within 2 % of it and of each other', () => {
  fc.assert(
    fc.property(fc.array(anyQuote, { maxLength: 6 }), (given) => {
      const { usdCentsPerBtc: price } = agreedPrice(given, now)
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

/** What is stored, round by round, of the prices that the rounds agreed on. */
function follow(first: bigint | null, rounds: bigint[]): (bigint | null)[] {
  let last = first
  let watched: Step | null = null
  return rounds.map((price) => {
    const outcome = believed(price, last, watched)
    watched = outcome.watched
    if (outcome.isBelieved) last = price
    return outcome.isBelieved ? price : null
  })
}

test('a step of up to 10 % is believed at once, a larger one in its third round', () => {
  expect(follow(10_000_000n, [11_000_000n])).toEqual([11_000_000n])
  expect(follow(10_000_000n, [11_000_001n, 11_000_002n, 11_000_003n])).toEqual([
    null,
    null,
    11_000_003n,
  ])
  expect(follow(10_000_000n, [8_000_000n, 8_000_000n, 8_000_000n])).toEqual([
    null,
    null,
    8_000_000n,
  ])
})

test('a spike that goes away is never believed, and one that jumps on starts anew', () => {
  expect(follow(10_000_000n, [20_000_000n, 20_000_000n, 10_000_001n, 20_000_000n])).toEqual([
    null,
    null,
    10_000_001n,
    null,
  ])
  expect(follow(10_000_000n, [20_000_000n, 20_000_000n, 30_000_000n, 30_000_000n])).toEqual(
    Array(4).fill(null),
  )
})

test('the first price ever is believed', () => {
  expect(follow(null, [9_100_000n])).toEqual([9_100_000n])
})

test('no price further than 10 % from the last is believed without two before it that were like it', () => {
  const price = fc.bigInt({ min: 100_000n, max: 1_000_000_000n })
  fc.assert(
    fc.property(price, fc.array(price, { maxLength: 20 }), (first, rounds) => {
      const within = (a: bigint, of: bigint) => (a > of ? a - of : of - a) <= shareOf(of, 1_000n)
      let last = first
      follow(first, rounds).forEach((stored, i) => {
        if (stored === null) return
        const [one, two] = [rounds[i - 2], rounds[i - 1]]
        const steady = one && two && within(stored, two) && within(two, one)
        expect(within(stored, last) || steady).toBe(true)
        last = stored
      })
    }),
  )
})
