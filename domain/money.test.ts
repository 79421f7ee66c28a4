import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountAt,
  btcText,
  centsFromSats,
  centsFromSatsRoundedUp,
  feeSats,
  MAX_SATS,
  median,
  parseBtc,
  parseUsdNumber,
  sats,
  satsFromCents,
  toMissingAmount,
  usdNumber,
} from './money.ts'

const cents = fc.bigInt({ min: 0n, max: 1_000_000_000n })
const rate = fc.bigInt({ min: 100_000n, max: 1_000_000_000n })
const amount = fc.bigInt({ min: 0n, max: MAX_SATS })

test('a salary at a rate comes to satoshi rounded half up', () => {
  expect(satsFromCents(100n, 10_000_000n)).toBe(1_000n)
  expect(satsFromCents(1n, 200_000_001n)).toBe(0n)
  expect(satsFromCents(1n, 200_000_000n)).toBe(1n)
  expect(satsFromCents(140_000n, 9_100_000_00n)).toBe(15_385n)
})

test('conversion is never further from the exact value than half a unit', () => {
  fc.assert(
    fc.property(cents, rate, (usdCents, perBtc) => {
      const error = satsFromCents(usdCents, perBtc) * perBtc - usdCents * 100_000_000n
      expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(perBtc)
    }),
  )
})

test('what is missing is rounded up, so that funding the shown dollars is enough', () => {
  fc.assert(
    fc.property(amount, rate, (missing, perBtc) => {
      expect(centsFromSatsRoundedUp(missing, perBtc) * 100_000_000n).toBeGreaterThanOrEqual(
        missing * perBtc,
      )
      expect(
        centsFromSatsRoundedUp(missing, perBtc) - centsFromSats(missing, perBtc),
      ).toBeLessThanOrEqual(1n)
    }),
  )
})

test('amounts round half up, shortfalls up, and no rate makes no dollars', () => {
  // 1 satoshi is 0.1 cents.
  const rate = 10_000_000n
  expect(amountAt(14n, rate)).toEqual({ btc: '0.00000014', usd: 0.01 })
  expect(amountAt(15n, rate)).toEqual({ btc: '0.00000015', usd: 0.02 })
  expect(toMissingAmount(10n, rate)).toEqual({ btc: '0.00000010', usd: 0.01 })
  expect(toMissingAmount(11n, rate)).toEqual({ btc: '0.00000011', usd: 0.02 })
  expect(amountAt(15n, 0n)).toEqual({ btc: '0.00000015', usd: 0 })
})

test('BTC text has 8 decimals and reads back as the same satoshi', () => {
  expect(btcText(153_846n)).toBe('0.00153846')
  expect(btcText(0n)).toBe('0.00000000')
  fc.assert(
    fc.property(amount, (value) => {
      expect(parseBtc(btcText(value))).toBe(value)
    }),
  )
})

test('a BTC amount with more than 8 decimals, a sign or an exponent is refused', () => {
  for (const text of ['1.123456789', '-1', '1e3', '', '.5', '1.', '0x10', '21000001', ' 1']) {
    expect(parseBtc(text), text).toBeNull()
  }
})

test('dollars on the wire read back as the same cents', () => {
  fc.assert(
    fc.property(cents, (value) => {
      expect(parseUsdNumber(usdNumber(value))).toBe(value)
    }),
  )
})

test('dollars with a third decimal, a sign or no finite value are refused', () => {
  for (const value of [1.005, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e308, 0.1 + 0.2]) {
    expect(parseUsdNumber(value), String(value)).toBeNull()
  }
})

test('a fee is never below its rate', () => {
  expect(feeSats(141, 1_000n)).toBe(141n)
  expect(feeSats(141, 1_001n)).toBe(142n)
})

test('an amount that cannot exist on the chain is refused by name', () => {
  expect(() => sats(-1n, 'fee')).toThrow(/^fee: /)
  expect(() => sats(MAX_SATS + 1n, 'total')).toThrow(/^total: /)
})

test('the median of an even number of prices is the mean of the middle two', () => {
  expect(median([3n, 1n, 2n])).toBe(2n)
  expect(median([4n, 1n, 2n, 3n])).toBe(3n)
  expect(() => median([])).toThrow(RangeError)
})
