import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { higherPayOf, lawOf, type SpecialPayPerson, specialPaysOf } from './index.ts'

const person = (more: Partial<SpecialPayPerson>): SpecialPayPerson => ({
  employeeId: 'ana',
  baseSalaryUsdCents: 50_000n,
  hiredOn: '2020-01-01',
  payFrequency: 'MONTH',
  ...more,
})
const kind = 'AGUINALDO'

function payOf(year: number, more: Partial<SpecialPayPerson>) {
  const [pay] = specialPaysOf({ kind, year }, [person(more)])
  if (!pay) throw new Error('One person has one line')
  return pay
}
const saidOf = (year: number, more: Partial<SpecialPayPerson>) => {
  const { computedUsdCents, reason } = payOf(year, more)
  return reason ?? String(computedUsdCents)
}
const higherOf = (year: number, more: Partial<SpecialPayPerson>) =>
  higherPayOf({ kind, year }, person(more))
const moreOf = (year: number, more: Partial<SpecialPayPerson>) =>
  String(higherOf(year, more)?.computedUsdCents ?? 'NO_MORE')

/** Forty people by a program of Python, `fractions` and `datetime`, which was run once. */
const forty = readFileSync(join(import.meta.dirname, 'forty-people-2026.txt'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',') as [string, 'MONTH' | 'FORTNIGHT', ...string[]])

test('the table has forty people, and about half of them would get more', () => {
  expect(forty).toHaveLength(40)
  expect(forty.filter((row) => row[5] !== 'NO_MORE')).toHaveLength(21)
})

test.each(forty)('%s a %s since %s → %s in 2025, %s in 2026, more by December: %s', (...row) => {
  const [base, payFrequency, hiredOn = '', of2025, of2026, more] = row
  const facts = { baseSalaryUsdCents: BigInt(base), payFrequency, hiredOn }
  expect(saidOf(2025, facts)).toBe(of2025)
  expect(saidOf(2026, facts)).toBe(of2026)
  expect(moreOf(2026, facts)).toBe(more)
  expect(moreOf(2025, facts), 'until 2025 there was no other day').toBe('NO_MORE')
})

test('Decree 433 → 20 October from 2026 on, 12 December before, the window as it was', () => {
  const window = ['10-20', '12-20']
  const before = { referenceDay: '12-12', enactedOn: '1972-06-23', window }
  expect(lawOf({ kind, year: 2025 })).toMatchObject(before)
  const reformed = { referenceDay: '10-20', enactedOn: '2025-10-15', window }
  expect(lawOf({ kind, year: 2026 })).toMatchObject(reformed)
  expect(lawOf({ kind, year: 2027 })).toMatchObject(reformed)
})

test('hired on 1 June 2026 at $500 a month → 141 days, $96.58', () => {
  expect(payOf(2026, { hiredOn: '2026-06-01' })).toEqual({
    employeeId: 'ana',
    computedUsdCents: 9_658n,
    reason: null,
    formula: {
      kind,
      days: 15,
      monthlyUsdCents: 50_000n,
      servedDays: 141,
      referenceDay: '2026-10-20',
    },
  })
})

test('three years complete on 1 December 2026 → $250.00, by December it was $316.67', () => {
  const hiredOn = '2023-12-01'
  expect(saidOf(2026, { hiredOn })).toBe('25000')
  expect(higherOf(2026, { hiredOn })).toMatchObject({
    computedUsdCents: 31_667n,
    formula: { days: 19, servedDays: null, referenceDay: '2026-12-12' },
  })
})

test('hired between the two days → nothing by the law, a part of it by December', () => {
  const hiredOn = '2026-11-02'
  expect(saidOf(2026, { hiredOn })).toBe('NOT_YET_HIRED')
  const formula = { servedDays: 40, referenceDay: '2026-12-12' }
  expect(higherOf(2026, { hiredOn })).toMatchObject({ formula })
})

test.each([
  ['years that end on no tier between the days', { hiredOn: '2020-05-04' }],
  ['ten years long since', { hiredOn: '2001-11-15' }],
  ['no hire date', { hiredOn: null }],
  ['no frequency', { hiredOn: '2026-06-01', payFrequency: null }],
  ['hired after December', { hiredOn: '2026-12-12' }],
] as const)('%s → no more by December', (_what, facts) => {
  expect(higherOf(2026, facts)).toBeNull()
})

test('a Quincena 25 and a bonus → no former day', () => {
  const facts = person({ hiredOn: '2026-06-01' })
  expect(higherPayOf({ kind: 'QUINCENA_25', year: 2027 }, facts)).toBeNull()
  expect(higherPayOf({ kind: 'BONUS', year: 2026 }, facts)).toBeNull()
})
