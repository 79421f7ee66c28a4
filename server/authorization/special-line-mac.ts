import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** An amount of a special pay, as somebody saved it. Null: the person gets nothing. */
export type SpecialLineTerms = {
  companyId: string
  runId: string
  employeeId: string
  usdCents: bigint | null
  version: number
}

/** HMAC-SHA-256 over the terms; nobody without the key changes an amount between saving and paying. */
export function specialLineMac(key: KeyObject, terms: SpecialLineTerms): Buffer {
  const text = JSON.stringify([
    'quincena special line 1',
    terms.companyId.toLowerCase(),
    terms.runId.toLowerCase(),
    terms.employeeId.toLowerCase(),
    terms.usdCents?.toString() ?? null,
    terms.version,
  ])
  return createHmac('sha256', key).update(text, 'utf8').digest()
}

export function verifySpecialLineMac(
  key: KeyObject,
  terms: SpecialLineTerms,
  mac: Buffer,
): boolean {
  const expected = specialLineMac(key, terms)
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}
