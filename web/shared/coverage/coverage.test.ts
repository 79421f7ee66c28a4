import { expect, test } from 'vitest'
import { coverageOf, headUsdAt } from './coverage.ts'

test('what is missing includes the fee and the head', () => {
  const all = { spendableUsd: 12905.4, totalUsd: 19240, feeUsd: 3.66, headUsd: 0.91 }
  expect(coverageOf(all)).toEqual({ coverage: 'missing', percent: 67, restUsd: 6339.17 })
})

test('a head is 1,000 sat, its dollars rounded up', () => {
  expect(headUsdAt(9_100_000n)).toBe(0.91)
  expect(headUsdAt(9_148_237n)).toBe(0.92)
})

test('what is on its way is not asked for again', () => {
  const paid = { spendableUsd: 500, totalUsd: 1000, feeUsd: 1, headUsd: 0 }
  expect(coverageOf({ ...paid, incomingUsd: 400 })).toEqual({
    coverage: 'missing',
    percent: 50,
    restUsd: 101,
  })
  expect(coverageOf({ ...paid, incomingUsd: 501 })).toEqual({
    coverage: 'coming',
    percent: 50,
    restUsd: 0,
  })
})

test('what is left over does not', () => {
  const all = { spendableUsd: 14512.36, totalUsd: 14020.5, feeUsd: 1.84, headUsd: 0.91 }
  expect(coverageOf(all)).toEqual({
    coverage: 'covered',
    percent: 103,
    restUsd: 491.86,
  })
})

test('less than five dollars over is tight', () => {
  const needed = { totalUsd: 6316.5, feeUsd: 0.9, headUsd: 0 }
  expect(coverageOf({ ...needed, spendableUsd: 6318.02 }).coverage).toBe('tight')
  expect(coverageOf({ ...needed, spendableUsd: 6321.5 }).coverage).toBe('covered')
})

test('the salaries without the fee are not covered, and 100 % misses no cent', () => {
  const paid = { spendableUsd: 100, totalUsd: 100, feeUsd: 0.5, headUsd: 0 }
  const short = coverageOf(paid)
  expect(short).toEqual({ coverage: 'missing', percent: 100, restUsd: 0.5 })
  expect(coverageOf({ ...paid, spendableUsd: 99.99 }).percent).toBe(99)
})
