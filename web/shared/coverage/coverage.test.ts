import { expect, test } from 'vitest'
import { makePayroll } from '#web/testing/fixtures.ts'
import { bearableFall, coverOf, fallSince } from './coverage.ts'

const covered = (spendableBtc: string) => coverOf(makePayroll({ spendableBtc }), 100_000)

test('one cent short → 99 % and not 100', () => {
  expect(covered('0.01500000')).toMatchObject({ percent: 100, totalBtc: '0.01500000' })
  expect(covered('0.01499990')?.percent).toBe(99)
  expect(covered('0.02000000')).toMatchObject({
    percent: 133,
    spendable: { usd: 2000, btc: '0.02000000' },
  })
})

test('a part is paid in dollars → the funds reach for the part in bitcoin', () => {
  const dollarPart = { usd: 500.5, people: 1 }
  const cover = coverOf(makePayroll({ spendableBtc: '0.00999500', dollarPart }), 100_000)
  expect(cover).toMatchObject({ percent: 100, totalBtc: '0.00999500' })
})

test('there is no price → nothing is said about coverage', () => {
  expect(coverOf(makePayroll(), undefined)).toBeNull()
})

test('a payroll bears a fall by what it has to spare', () => {
  expect(bearableFall(491.86, 14512.36)).toBe(3.3)
  expect(bearableFall(1, 0)).toBe(0)
})

test('a price that fell is told in tenths, one that rose is no fall', () => {
  expect(fallSince(91_482.37, 87_731.59)).toBe(4.1)
  expect(fallSince(87_731.59, 91_482.37)).toBe(0)
})
