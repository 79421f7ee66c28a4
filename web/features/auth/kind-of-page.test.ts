import { expect, test, vi } from 'vitest'
import { kindOfPage } from './kind-of-page.ts'

vi.stubGlobal('window', { location: { origin: 'https://quincena.test' } })

test.each([
  ['/payrolls/details/7?page=2', 'payroll'],
  ['/payrolls/edit-payroll/7', 'payroll'],
  ['/payrolls?page=3', 'payrolls'],
  ['/dashboard/transaction/9', 'transaction'],
  ['/employees/edit-employee/4', 'employee'],
  ['/employees?search=rosa', 'employees'],
  ['/employees/create-employee', 'other'],
  ['/dashboard', null],
])('of %s the sign-in page says the kind alone', (path, kind) => {
  expect(kindOfPage(path)).toBe(kind)
})
