import type { KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ChangeKind } from '#contract/change-orders.ts'
import type { Db } from '../platform/db/database.ts'
import type { ChangeOrders } from '../platform/db/database-types.ts'
import type { Approvable } from './approvals-that-count.ts'
import { isTrue } from './mac.ts'
import { changeSha256 } from './sheet.ts'

export type ChangeOrderRow = Selectable<ChangeOrders>

type ApprovedRow = Pick<
  ChangeOrderRow,
  'id' | 'company_id' | 'asked_by' | 'required' | 'own_code' | 'sheet_sha256'
>

/** A change as far as approvals are about it. */
export const toApprovable = (row: ApprovedRow): Approvable => ({
  id: row.id,
  companyId: row.company_id,
  askedBy: row.asked_by,
  required: row.required,
  ownCode: row.own_code,
  sheetSha256: row.sheet_sha256,
})

/** The payload of a change that the program wrote, to be parsed by its kind; null where row or payload was changed. */
export function authenticPayload(key: KeyObject, row: ChangeOrderRow): unknown {
  const { id, company_id: companyId, kind, payload } = row
  const isAsHashed = changeSha256({ id, companyId, kind, payload }).equals(row.sheet_sha256)
  return isAsHashed && isTrue(key, 'change_orders', row) ? JSON.parse(payload) : null
}

/** All changes of a kind that a company ever asked for, the oldest first. None is ever deleted. */
export const readChangesOfKind = (
  db: Db,
  companyId: string,
  kind: ChangeKind,
): Promise<ChangeOrderRow[]> =>
  db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
