import { expect, test } from 'vitest'
import { usualByLastBase } from './usual-pay.ts'

test('half of a base that was just doubled → half of the base that was paid', () => {
  const pay = { baseUsdCents: 100_000n, usualUsdCents: 50_000n }
  expect(usualByLastBase(pay, 50_000n)).toBe(25_000n)
  expect(usualByLastBase(pay, 33_333n)).toBe(16_667n)
  expect(usualByLastBase(pay, 0n)).toBe(0n)
})

test('a base as it was paid, lowered, or paid by no run yet → it counts as it stands', () => {
  const pay = { baseUsdCents: 100_000n, usualUsdCents: 50_000n }
  for (const last of [100_000n, 120_000n, null]) expect(usualByLastBase(pay, last)).toBe(50_000n)
  expect(usualByLastBase({ baseUsdCents: 0n, usualUsdCents: 0n }, 5n)).toBe(0n)
})
