import { expect, test } from 'vitest'
import { feeRatesOf } from './fee-targets.ts'

test.each([
  ['falling estimates stay as they are', [40n, 30n, 20n, 10n], [40n, 30n, 20n, 10n]],
  ['a slower target is never dearer than a faster one', [20n, 30n, 10n, 15n], [20n, 20n, 10n, 10n]],
  [
    'without an estimate that of the faster target holds',
    [20n, null, null, 5n],
    [20n, 20n, 20n, 5n],
  ],
] as const)('%s', (_, [three, six, thirtySix, day], [a, b, c, d]) => {
  const rates = feeRatesOf(three, { 6: six, 36: thirtySix, 144: day })
  expect(rates).toEqual({ 3: a, 6: b, 36: c, 144: d })
})
