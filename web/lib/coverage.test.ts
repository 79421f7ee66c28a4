import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'

test('what is missing includes the fee', () => {
  expect(coverageOf({ spendableUsd: 12905.4, totalUsd: 19240, feeUsd: 3.66 })).toEqual({
    coverage: 'missing',
    percent: 67,
    restUsd: 6338.26,
  })
})

test('what is on its way is not asked for again', () => {
  const paid = { spendableUsd: 500, totalUsd: 1000, feeUsd: 1 }
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
  expect(coverageOf({ spendableUsd: 14512.36, totalUsd: 14020.5, feeUsd: 1.84 })).toEqual({
    coverage: 'covered',
    percent: 103,
    restUsd: 491.86,
  })
})

test('less than five dollars over is tight', () => {
  expect(coverageOf({ spendableUsd: 6318.02, totalUsd: 6316.5, feeUsd: 0.9 }).coverage).toBe(
    'tight',
  )
  expect(coverageOf({ spendableUsd: 6321.5, totalUsd: 6316.5, feeUsd: 0.9 }).coverage).toBe(
    'covered',
  )
})

test('the salaries without the fee are not covered, and 100 % is not missing a cent of them', () => {
  const short = coverageOf({ spendableUsd: 100, totalUsd: 100, feeUsd: 0.5 })
  expect(short).toEqual({ coverage: 'missing', percent: 100, restUsd: 0.5 })
  expect(coverageOf({ spendableUsd: 99.99, totalUsd: 100, feeUsd: 0 }).percent).toBe(99)
})
