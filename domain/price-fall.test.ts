import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestFall48h } from './price-fall.ts'

const hourMs = 3_600_000
const now = new Date('2026-11-25T15:00:00Z')
const point = (hoursAgo: number, usdCentsPerBtc: bigint) => ({
  at: new Date(now.getTime() - hoursAgo * hourMs),
  usdCentsPerBtc,
})

test('a fall of 7 % within a day, then a rise → 700 basis points', () => {
  const prices = [point(300, 9_000_000n), point(60, 10_000_000n), point(36, 9_300_000n)]
  const all = [...prices, point(0, 11_000_000n)]
  expect(largestFall48h(all, now)).toEqual({ basisPoints: 700n, since: prices[0]?.at })
})

test('a fall over exactly 48 hours counts, over a minute more does not', () => {
  const start = point(100, 8_000_000n)
  expect(largestFall48h([start, point(96, 8_000_000n), point(48, 4_000_000n)], now)).toMatchObject({
    basisPoints: 5_000n,
  })
  const longer = point(48 - 1 / 60, 4_000_000n)
  expect(largestFall48h([point(96, 8_000_000n), longer, point(0, 4_000_000n)], now)).toMatchObject({
    basisPoints: 0n,
  })
})

test('a part of a basis point is rounded up', () => {
  const prices = [point(50, 30_000n), point(49, 29_999n), point(0, 30_000n)]
  expect(largestFall48h(prices, now)?.basisPoints).toBe(1n)
})

test('a price older than 90 days, or of the future, counts for nothing', () => {
  const prices = [point(90 * 24 + 1, 9n), point(90 * 24, 100n), point(0, 100n), point(-1, 1n)]
  expect(largestFall48h(prices, now)).toEqual({ basisPoints: 0n, since: point(90 * 24, 0n).at })
})

test('less than 48 hours are known → no fall is known', () => {
  expect(largestFall48h([], now)).toBeNull()
  expect(largestFall48h([point(1, 5n)], now)).toBeNull()
  expect(largestFall48h([point(47.9, 9n), point(0, 5n)], now)).toBeNull()
  expect(largestFall48h([point(48, 9n), point(0, 5n)], now)).not.toBeNull()
})

test('any prices, in any order → as comparing each with each within 48 hours', () => {
  const prices = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 200 }), fc.bigInt(1n, 1_000n)).map(([h, p]) => point(h, p)),
    { maxLength: 60, selector: ({ at }) => at.getTime() },
  )
  fc.assert(
    fc.property(prices, (all) => {
      const found = largestFall48h(all, now)
      const times = all.map(({ at }) => at.getTime())
      if (all.length === 0 || Math.max(...times) - Math.min(...times) < 48 * hourMs) {
        expect(found).toBeNull()
        return
      }
      const falls = all.flatMap((a) =>
        all
          .filter((b) => {
            const hours = (b.at.getTime() - a.at.getTime()) / hourMs
            return hours > 0 && hours <= 48 && b.usdCentsPerBtc < a.usdCentsPerBtc
          })
          .map((b) => {
            const fall = (a.usdCentsPerBtc - b.usdCentsPerBtc) * 10_000n
            return (fall + a.usdCentsPerBtc - 1n) / a.usdCentsPerBtc
          }),
      )
      const largest = falls.reduce((most, fall) => (fall > most ? fall : most), 0n)
      expect(found?.basisPoints).toBe(largest)
    }),
    { numRuns: 500 },
  )
})
