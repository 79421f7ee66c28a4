import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { type EmployeeTerms, employeeMac, verifyEmployeeMac } from './employee-mac.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const terms: EmployeeTerms = {
  companyId: '019aa000-0000-7000-8000-000000000001',
  employeeId: '019aa000-0000-7000-8000-00000000000a',
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  baseSalaryUsdCents: 120_000n,
  bitcoinPercent: 100,
  version: 1,
}

test('an employee whose terms are unchanged is authentic', () => {
  expect(verifyEmployeeMac(key, { ...terms }, employeeMac(key, terms))).toBe(true)
  const upper = { ...terms, employeeId: terms.employeeId.toUpperCase() }
  expect(verifyEmployeeMac(key, upper, employeeMac(key, terms))).toBe(true)
})

test('a change of any single field makes the employee unauthentic', () => {
  const mac = employeeMac(key, terms)
  const changes: Partial<EmployeeTerms>[] = [
    { companyId: '019aa000-0000-7000-8000-000000000002' },
    { employeeId: '019aa000-0000-7000-8000-00000000000b' },
    { address: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry' },
    { baseSalaryUsdCents: 120_001n },
    { bitcoinPercent: 99 },
    { version: 2 },
  ]
  for (const change of changes) {
    expect(verifyEmployeeMac(key, { ...terms, ...change }, mac)).toBe(false)
  }
  expect(verifyEmployeeMac(createSecretKey(Buffer.alloc(32, 8)), terms, mac)).toBe(false)
  expect(verifyEmployeeMac(key, terms, Buffer.alloc(0))).toBe(false)
})

test('fields that run into each other give different MACs', () => {
  const one = { ...terms, address: 'a","1', baseSalaryUsdCents: 2n }
  const other = { ...terms, address: 'a', baseSalaryUsdCents: 12n }
  expect(employeeMac(key, one).equals(employeeMac(key, other))).toBe(false)
})
