import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * The terms of one employee after an authenticated change: where the salary goes, how much it is and
 * how many per cent of it are paid in bitcoin. `version` counts the changes, so an older row put back by hand is a different text.
 */
export type EmployeeTerms = {
  companyId: string
  employeeId: string
  address: string
  baseSalaryUsdCents: bigint
  bitcoinPercent: number
  version: number
}

/**
 * HMAC-SHA-256 over the terms as a JSON array, in which no two different lists of fields are the
 * same text; its first item keeps a MAC made for one purpose from passing for another.
 */
export function employeeMac(key: KeyObject, terms: EmployeeTerms): Buffer {
  const text = JSON.stringify([
    'quincena employee 2',
    terms.companyId.toLowerCase(),
    terms.employeeId.toLowerCase(),
    terms.address,
    terms.baseSalaryUsdCents.toString(),
    terms.bitcoinPercent,
    terms.version,
  ])
  return createHmac('sha256', key).update(text, 'utf8').digest()
}

/** Whether `mac` was made with `key` over these terms; takes the same time either way. */
export function verifyEmployeeMac(key: KeyObject, terms: EmployeeTerms, mac: Buffer): boolean {
  const expected = employeeMac(key, terms)
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}
