import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { EmployeeConsents } from '../platform/db/database-types.ts'

export type ConsentRow = Selectable<EmployeeConsents>

/** HMAC-SHA-256 over what somebody has agreed to; nobody agrees in another's name without the key. */
export function consentMac(key: KeyObject, row: Omit<ConsentRow, 'mac' | 'position'>): Buffer {
  const text = JSON.stringify([
    'quincena consent 1',
    row.id,
    row.company_id,
    row.employee_id,
    row.agreed,
    row.text_version,
    row.language,
    row.bitcoin_percent,
    row.address_fingerprint,
    row.at.toISOString(),
    row.ip,
    row.by_user,
    row.note,
  ])
  return createHmac('sha256', key).update(text, 'utf8').digest()
}

export function isTrueConsent(key: KeyObject, row: ConsentRow): boolean {
  const expected = consentMac(key, row)
  return row.mac.length === expected.length && timingSafeEqual(row.mac, expected)
}
