import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '#domain/iso-day.ts'
import {
  higherPayOf,
  lawOf,
  type SpecialPayPerson,
  type SpecialPayTerms,
  specialPayday,
  specialPaysOf,
  specialPeriodKey,
} from './index.ts'

const quincena25 = { kind: 'QUINCENA_25', year: 2027 } as const
const aguinaldo = { kind: 'AGUINALDO', year: 2026 } as const

const person = (more: Partial<SpecialPayPerson>): SpecialPayPerson => ({
  employeeId: 'ana',
  baseSalaryUsdCents: 87_000n,
  hiredOn: '2020-01-01',
  payFrequency: 'MONTH',
  ...more,
})

function payOf(terms: SpecialPayTerms, more: Partial<SpecialPayPerson>) {
  const [pay] = specialPaysOf(terms, [person(more)])
  if (!pay) throw new Error('One person has one line')
  return pay
}
const saidOf = (terms: SpecialPayTerms, more: Partial<SpecialPayPerson>) => {
  const { computedUsdCents, reason } = payOf(terms, more)
  return reason ?? String(computedUsdCents)
}

/**
 * Forty people, by a program that shares nothing with this one: Python's `fractions` and `datetime`, exact
 * until one rounding half up at the end. It was run once; nobody edits the table by hand.
 */
const table = readFileSync(join(import.meta.dirname, 'forty-people.txt'), 'utf8')
const forty = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',') as [string, 'MONTH' | 'FORTNIGHT', string, string, string])

test('the table has forty people', () => {
  expect(forty).toHaveLength(40)
})

test.each(forty)('%s a %s since %s → %s in January, %s by 12 December', (base, ...rest) => {
  const [payFrequency, hiredOn, january, december] = rest
  const facts = { baseSalaryUsdCents: BigInt(base), payFrequency, hiredOn }
  expect(saidOf(quincena25, facts)).toBe(january)
  // Decree 433 moved the day: 12 December stays the one by which somebody may get more.
  const higher = higherPayOf(aguinaldo, person(facts))?.computedUsdCents
  expect(String(higher ?? saidOf(aguinaldo, facts))).toBe(december)
})

test('Quincena 25 in proportion → the days until 25 January, of 365', () => {
  expect(payOf(quincena25, { hiredOn: '2026-06-01' })).toEqual({
    employeeId: 'ana',
    computedUsdCents: 28_364n,
    reason: null,
    formula: {
      kind: 'QUINCENA_25',
      percent: 50,
      monthlyUsdCents: 87_000n,
      servedDays: 238,
      referenceDay: '2027-01-25',
    },
  })
})

test.each([
  [2025, '2024-12-13', '15', 364],
  [2025, '2024-12-12', '15', null],
  [2025, '2022-12-13', '15', null],
  [2025, '2022-12-12', '19', null],
  [2025, '2015-12-13', '19', null],
  [2025, '2015-12-12', '21', null],
  [2026, '2025-10-21', '15', 364],
  [2026, '2025-10-20', '15', null],
  [2026, '2023-10-21', '15', null],
  [2026, '2023-10-20', '19', null],
  [2026, '2016-10-21', '19', null],
  [2026, '2016-10-20', '21', null],
])('%i, hired on %s → %s days of aguinaldo', (year, hiredOn, days, servedDays) => {
  const { formula } = payOf({ kind: 'AGUINALDO', year }, { hiredOn })
  expect(formula).toMatchObject({ days: Number(days), servedDays })
})

test.each([
  ['no hire date', { hiredOn: null }, 'MISSING_HIRED_ON', 'MISSING_HIRED_ON'],
  ['no frequency', { payFrequency: null }, 'MISSING_PAY_FREQUENCY', 'MISSING_PAY_FREQUENCY'],
  [
    'neither of them',
    { hiredOn: null, payFrequency: null },
    'MISSING_HIRED_ON',
    'MISSING_HIRED_ON',
  ],
  [
    'too much for either frequency',
    { baseSalaryUsdCents: 150_001n, payFrequency: null, hiredOn: null },
    'EARNS_MORE',
    'MISSING_HIRED_ON',
  ],
  ['hired later', { hiredOn: '2027-02-01' }, 'NOT_YET_HIRED', 'NOT_YET_HIRED'],
] as const)(
  '%s → nothing is guessed, and the reason is named',
  (_what, facts, january, december) => {
    expect(saidOf(quincena25, facts)).toBe(january)
    expect(saidOf(aguinaldo, facts)).toBe(december)
  },
)

test('a bonus → an amount, or per cent of the base salary, for anybody', () => {
  const nobody = { hiredOn: null, payFrequency: null, baseSalaryUsdCents: 33_333n }
  const bonus = (terms: { percent: number } | { amountUsdCents: bigint }) =>
    saidOf({ kind: 'BONUS', year: 2026, bonus: terms }, nobody)
  expect(bonus({ percent: 50 })).toBe('16667')
  expect(bonus({ amountUsdCents: 2_500n })).toBe('2500')
})

const hired = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map(isoDay)
const facts = fc.record({
  baseSalaryUsdCents: fc.bigInt({ min: 100n, max: 1_000_000_000n }),
  hiredOn: hired,
  payFrequency: fc.constantFrom('MONTH', 'FORTNIGHT'),
})

test('any two people of one salary → who was hired earlier never gets less', () => {
  fc.assert(
    fc.property(facts, hired, (one, otherDay) => {
      const [early, late] = [one.hiredOn, otherDay].toSorted()
      for (const terms of [quincena25, aguinaldo]) {
        const of = (hiredOn: string | undefined) =>
          payOf(terms, { ...one, hiredOn: hiredOn ?? null }).computedUsdCents ?? 0n
        expect(of(early)).toBeGreaterThanOrEqual(of(late))
      }
    }),
  )
})

test('any person → at most half a month in January, and 21 days in December', () => {
  fc.assert(
    fc.property(facts, (one) => {
      const month = one.baseSalaryUsdCents * (one.payFrequency === 'MONTH' ? 1n : 2n)
      const january = payOf(quincena25, one).computedUsdCents ?? 0n
      expect(january * 2n).toBeLessThanOrEqual(month + 1n)
      expect(january).toBeLessThanOrEqual(75_000n)
      const december = payOf(aguinaldo, one).computedUsdCents ?? 0n
      expect(december * 30n).toBeLessThanOrEqual(month * 21n + 15n)
    }),
  )
})

test('a year before the law → no rule, and none is made up', () => {
  expect(lawOf({ kind: 'QUINCENA_25', year: 2026 })).toBeNull()
  expect(() => specialPaysOf({ kind: 'QUINCENA_25', year: 2026 }, [])).toThrow(RangeError)
  expect(lawOf({ kind: 'QUINCENA_25', year: 2030 })).toMatchObject({ fromYear: 2027 })
})

test('period keys and paydays → of the window, the last working day', () => {
  expect(specialPeriodKey('AGUINALDO', 2026)).toBe('2026-12-AGUINALDO')
  expect(specialPeriodKey('QUINCENA_25', 2027)).toBe('2027-01-QUINCENA_25')
  const law = lawOf(aguinaldo)
  if (!law) throw new Error('The aguinaldo has a law')
  const weekend = ['2026-12-19', '2026-12-20']
  expect(specialPayday(law, 2026, (day) => weekend.includes(day))).toBe('2026-12-18')
  expect(specialPayday(law, 2026, () => true)).toBe('2026-12-20')
})
