import { expect, test } from 'vitest'
import { parseFeeRate } from './fee-rate.ts'

test('a fee rate is read with a point or a comma, to a thousandth', () => {
  expect(parseFeeRate('12')).toBe(12)
  expect(parseFeeRate(' 7.5 ')).toBe(7.5)
  expect(parseFeeRate('7,125')).toBe(7.125)
})

test('what is no fee rate is not asked about', () => {
  for (const typed of ['', '0', '-1', 'x', '1.2345', '1e3', '12345678']) {
    expect(parseFeeRate(typed), typed).toBeNull()
  }
})
