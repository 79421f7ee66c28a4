import { expect, test } from 'vitest'
import { newSecret, stepOf } from './app-codes.ts'

/** RFC 6238, appendix B: the secret of SHA-1, and its codes without their first two digits. */
const secret = Buffer.from('12345678901234567890', 'ascii')

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i seconds the code is that of RFC 6238', (seconds, code) => {
  const step = BigInt(Math.floor(seconds / 30))
  expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(step)
})

test('a code holds one step before and after its own, and no longer', () => {
  const at = (seconds: number) => stepOf(secret, '050471', new Date(seconds * 1000))
  expect([at(1111111081), at(1111111111), at(1111111169)]).toEqual(Array(3).fill(37037037n))
  expect([at(1111111079), at(1111111170)]).toEqual([null, null])
})

test.each(['', '50471', '0504711', 'abcdef'])('%j is no code', (code) => {
  expect(stepOf(secret, code, new Date(1111111111_000))).toBeNull()
})

test('a new secret has 20 bytes and an address that an app reads', () => {
  const { bytes, secret: text, uri } = newSecret('marcela@izalco.sv')
  expect(bytes).toHaveLength(20)
  expect(uri).toContain('otpauth://totp/Quincena:marcela%40izalco.sv')
  expect(new URL(uri).searchParams.get('secret')).toBe(text)
  expect(newSecret('marcela@izalco.sv').secret).not.toBe(text)
})
