import { expect, test } from 'vitest'
import { readFailure, refusedBySigner, signerFault } from './failure.ts'

test.each([
  ['PRICE_MOVED', { code: 'PRICE_MOVED', detail: '' }],
  [
    refusedBySigner('a line: its address was changed'),
    { code: 'SIGNER_REFUSED', detail: 'a line: its address was changed' },
  ],
  ['Falta el aguinaldo: revísalo', { code: null, detail: 'Falta el aguinaldo: revísalo' }],
  ['', { code: null, detail: '' }],
])('%s differs from a text that a person wrote', (failure, read) => {
  expect(readFailure(failure)).toEqual(read)
})

test.each([
  ['the payment is above SIGNER_MAX_USD_PER_PAYMENT', 'PAYMENT_LIMIT'],
  ['the day is above SIGNER_MAX_USD_PER_DAY', 'DAY_LIMIT'],
  [`a chain could hold it beside ${'ab'.repeat(32)}`, 'PAID_BEFORE'],
  ['a line is paid twice', 'PAID_BEFORE'],
  ['an address or an amount was changed without authority', 'NOT_ORDERED'],
  ['people, addresses or amounts are not those of its order', 'NOT_ORDERED'],
  ['nobody has approved it', 'NOT_ORDERED'],
  ['a script is not its address', 'MISMATCH'],
  ['what a later signer finds', 'MISMATCH'],
] as const)('the fault %s is reported as %s', (detail, fault) => {
  expect(signerFault(detail)).toBe(fault)
})
