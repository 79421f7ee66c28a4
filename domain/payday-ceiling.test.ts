import { expect, test } from 'vitest'
import { satsFromCents } from './money.ts'
import { isBelowPaydayCeiling, paydayCeilingUsdCents } from './payday-ceiling.ts'

/** 1,000 sat are one dollar. */
const rateUsdCentsPerBtc = 10_000_000n
const bitcoinUsdCents = 100_000n
const feeCeilingSats = 50_000n
const sheet = {
  rateUsdCentsPerBtc,
  ceilingUsdCents: paydayCeilingUsdCents({ bitcoinUsdCents, feeCeilingSats, rateUsdCentsPerBtc }),
}

/** Whether the run is paid at a price `percent` away, with a twentieth of its lines as fee ceiling. */
function isPaidAt(percent: number): boolean {
  const linesSats = satsFromCents(
    bitcoinUsdCents,
    (rateUsdCentsPerBtc * BigInt(100 + percent)) / 100n,
  )
  return isBelowPaydayCeiling({ linesSats, feeCeilingSats: linesSats / 20n }, sheet)
}

test('the ceiling is dollars and fees at a price 5 % lower, rounded up', () => {
  expect(sheet.ceilingUsdCents).toBe(110_527n)
})

test('the price falls by up to 5 % → it is paid; by more, it is not', () => {
  expect([20, 0, -4, -5].map(isPaidAt)).toEqual([true, true, true, true])
  expect([-6, -9].map(isPaidAt)).toEqual([false, false])
})

test('a fee ceiling that was raised → the run is above its ceiling', () => {
  const run = { linesSats: 1_000_000n, feeCeilingSats }
  expect(isBelowPaydayCeiling(run, sheet)).toBe(true)
  expect(isBelowPaydayCeiling({ ...run, feeCeilingSats: 200_000n }, sheet)).toBe(false)
})
