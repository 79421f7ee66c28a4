import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { payTerms } from '../testing/pay-terms.ts'
import { isTrue, macOf } from './mac.ts'
import { kinds } from './registry.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const terms = payTerms({
  id: '019aa000-0000-7000-8000-00000000000a',
  company_id: '019aa000-0000-7000-8000-000000000001',
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  base_salary_usd_cents: 120_000n,
  bank: 'Banco Agrícola',
})
const mac = macOf(key, 'employees', terms)

test('pay terms that nobody changed are true', () => {
  expect(isTrue(key, 'employees', { ...terms, mac })).toBe(true)
})

test('a change of any single pay term makes them untrue', () => {
  const changes: Partial<typeof terms>[] = [
    { company_id: '019aa000-0000-7000-8000-000000000002' },
    { id: '019aa000-0000-7000-8000-00000000000b' },
    { address: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry' },
    { base_salary_usd_cents: 120_001n },
    { bitcoin_percent: 99 },
    { bank: 'Banco Cuscatlán' },
    { bank_account: '003-0114-4417' },
    { pay_frequency: 'MONTH' },
    { version: 2 },
  ]
  for (const change of changes) {
    expect(isTrue(key, 'employees', { ...terms, ...change, mac })).toBe(false)
  }
  const other = createSecretKey(Buffer.alloc(32, 8))
  expect(isTrue(other, 'employees', { ...terms, mac })).toBe(false)
  expect(isTrue(key, 'employees', { ...terms, mac: Buffer.alloc(0) })).toBe(false)
})

test('values that run into each other give different MACs', () => {
  const one = macOf(key, 'employees', { ...terms, bank: 'a","b', bank_account: 'c' })
  const other = macOf(key, 'employees', { ...terms, bank: 'a', bank_account: 'b","c' })
  expect(one.equals(other)).toBe(false)
})

test('the order of the fields of a jsonb column is not covered', () => {
  const order = {
    company_id: terms.company_id,
    subject_id: terms.id,
    user_id: terms.id,
    at: new Date(0),
    kind: 'PASSKEY',
    sheet_sha256: Buffer.alloc(32),
    nonce: null,
    passkey_id: null,
  }
  const one = macOf(key, 'approvals', { ...order, assertion: { b: { d: 1, c: 2 }, a: [3n] } })
  const other = macOf(key, 'approvals', { ...order, assertion: { a: [3n], b: { c: 2, d: 1 } } })
  expect(one.equals(other)).toBe(true)
})

test('each kind has a separator of its own', () => {
  const separators = Object.values(kinds).map(({ separator }) => separator)
  expect(new Set(separators).size).toBe(separators.length)
})
