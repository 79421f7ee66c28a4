import { expect, test } from 'vitest'
import { paidSheetOf, sheetOf } from './sheet.ts'
import type { PayrollMember } from './store.ts'

const aguinaldo = (year: number) => ({
  kind: 'AGUINALDO' as const,
  year,
  bonusUsdCents: null,
  bonusPercent: null,
})

const member = (hiredOn: string): PayrollMember => ({
  employeeId: 'ana',
  firstName: 'Ana',
  lastName: 'Cruz',
  creationType: 'REGULAR',
  baseSalaryUsdCents: 50_000n,
  hiredOn,
  payFrequency: 'MONTH',
})

test('an aguinaldo of 2025 → 12 December counts, and nobody is named', () => {
  const sheet = sheetOf(aguinaldo(2025), [member('2022-12-01')], [])
  expect(sheet.lines).toMatchObject([{ usdCents: 31_667n, higher: null }])
})

test('a paid aguinaldo → its amounts stay, and nobody is named any more', () => {
  const run = aguinaldo(2026)
  const ana = member('2023-12-01')
  const open = sheetOf(run, [ana], [])
  expect(open.lines).toMatchObject([{ usdCents: 25_000n, higher: { computedUsdCents: 31_667n } }])
  const paid = paidSheetOf(run, [ana], open.lines)
  expect(paid.lines).toMatchObject([{ usdCents: 25_000n, higher: null }])
})
