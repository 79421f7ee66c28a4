import { expect, test } from 'vitest'
import { amountToFund, withoutReserve } from './funding-reserve.ts'
import { SATS_PER_BTC } from './money.ts'

/** $91,000. */
const rate = 9_100_000n
const inDollars = (missingCents: bigint, percent: number) =>
  amountToFund((missingCents * SATS_PER_BTC) / rate, rate, percent)

test('3 % of $965.50 is more than $5 → the reserve is $28.97, rounded up', () => {
  expect(inDollars(96_550n, 3)).toMatchObject({ usdCents: 99_447n, reserveUsdCents: 2_897n })
})

test('3 % of little is less than $5 → the reserve is $5', () => {
  expect(inDollars(1_060n, 3)).toMatchObject({ usdCents: 1_560n, reserveUsdCents: 500n })
  expect(inDollars(16_666n, 3).reserveUsdCents).toBe(500n)
  expect(inDollars(16_667n, 3).reserveUsdCents).toBe(501n)
})

test('0 percent → exactly what is missing, without even the $5', () => {
  const missingSats = 1_234_567n
  expect(amountToFund(missingSats, rate, 0)).toEqual({
    sats: missingSats,
    usdCents: 112_346n,
    reserveUsdCents: 0n,
  })
})

test('1 and 20 percent are taken as they are', () => {
  expect(inDollars(1_000_000n, 1).reserveUsdCents).toBe(10_000n)
  expect(inDollars(1_000_000n, 20).reserveUsdCents).toBe(200_000n)
})

test('nothing is missing, or there was never a price → nothing is asked for', () => {
  const nothing = { sats: 0n, usdCents: 0n, reserveUsdCents: 0n }
  expect(amountToFund(0n, rate, 3)).toEqual(nothing)
  expect(amountToFund(5_000n, 0n, 3)).toEqual(nothing)
})

test('the bitcoin asked for are worth at least what is missing and the reserve', () => {
  for (const missingSats of [1n, 999n, 1_061_011n, 7_777_777n, 123_456_789n]) {
    const { sats, reserveUsdCents } = amountToFund(missingSats, rate, 3)
    const reserve = sats - missingSats
    expect(reserve * rate).toBeGreaterThanOrEqual(reserveUsdCents * SATS_PER_BTC)
    expect((reserve - 1n) * rate).toBeLessThan(reserveUsdCents * SATS_PER_BTC)
  }
})

test('the reserve is taken off again → what was missing, to the satoshi', () => {
  for (const missingSats of [1n, 546n, 1_234_567n, 5_327_915n, 987_654_321n]) {
    for (const percent of [0, 1, 3, 20]) {
      const amount = amountToFund(missingSats, rate, percent)
      expect(withoutReserve(amount, rate)).toBe(missingSats)
    }
  }
})
