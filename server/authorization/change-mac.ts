import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ChangeOrders } from '../platform/db/database-types.ts'
import { canonicalJson } from './canonical-json.ts'
import { changeSha256 } from './sheet.ts'

export type ChangeOrderRow = Selectable<ChangeOrders>

/** The columns that were written once, when somebody asked for the change. */
type Terms = Pick<
  ChangeOrderRow,
  | 'id'
  | 'company_id'
  | 'kind'
  | 'sheet_sha256'
  | 'subject'
  | 'asked_by'
  | 'asked_at'
  | 'expires_at'
  | 'required'
  | 'own_code'
  | 'delayed'
>

/** HMAC-SHA-256 over all that a change says; the sheet hash is over its payload. */
export function changeMac(key: KeyObject, row: Terms): Buffer {
  const fields = [
    'quincena change order 1',
    row.id,
    row.company_id,
    row.kind,
    row.sheet_sha256.toString('hex'),
    row.subject,
    row.asked_by,
    row.asked_at.toISOString(),
    row.expires_at.toISOString(),
    row.required,
    row.own_code,
    row.delayed,
  ]
  return createHmac('sha256', key).update(canonicalJson(fields), 'utf8').digest()
}

export function isChangeAuthentic(key: KeyObject, row: Terms & { mac: Buffer }): boolean {
  const expected = changeMac(key, row)
  return row.mac.length === expected.length && timingSafeEqual(row.mac, expected)
}

/** The payload of a change that the program wrote, to be parsed by its kind; null where row or payload was changed. */
export function authenticPayload(key: KeyObject, row: ChangeOrderRow): unknown {
  const { id, company_id: companyId, kind, payload } = row
  const isAsHashed = changeSha256({ id, companyId, kind, payload }).equals(row.sheet_sha256)
  return isAsHashed && isChangeAuthentic(key, row) ? JSON.parse(payload) : null
}
