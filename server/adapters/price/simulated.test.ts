import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simulatePrices } from './simulated.ts'

const randomNumbers = fc.infiniteStream(
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
)

test('the simulated price moves in small steps and stays within 20 % of 91,000 USD', async () => {
  await fc.assert(
    fc.asyncProperty(randomNumbers, async (numbers) => {
      const feed = simulatePrices(() => numbers.next().value ?? 0, null)
      let last = 9_100_000n
      for (let round = 0; round < 200; round++) {
        const { usdCentsPerBtc, sources } = await feed.quote(null)
        expect(sources).toBe(3)
        const step = usdCentsPerBtc > last ? usdCentsPerBtc - last : last - usdCentsPerBtc
        expect(step <= 7_000n).toBe(true)
        expect(usdCentsPerBtc >= 7_280_000n && usdCentsPerBtc <= 10_920_000n).toBe(true)
        last = usdCentsPerBtc
      }
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['always falling', 0, 7_280_000n],
  ['always rising', 0.999_999, 10_920_000n],
])('a price %s stops at the bound', async (_, number, bound) => {
  const feed = simulatePrices(() => number, null)
  for (let round = 0; round < 2_000; round++) await feed.quote(null)
  expect(await feed.quote(null)).toEqual({ usdCentsPerBtc: bound, sources: 3 })
})

test('a new process goes on from the last stored price', async () => {
  const feed = simulatePrices(() => 0.5, 8_000_123n)
  expect((await feed.quote(null)).usdCentsPerBtc).toBe(8_000_123n)
})

test('a stored price out of the bounds is brought back into them', async () => {
  const feed = simulatePrices(() => 0.5, 100_000n)
  expect((await feed.quote(null)).usdCentsPerBtc).toBe(7_280_000n)
})
