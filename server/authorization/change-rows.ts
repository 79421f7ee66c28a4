import type { ChangeKind } from '#contract/change-orders.ts'
import type { Db } from '../platform/db/database.ts'
import type { ChangeOrderRow } from './change-mac.ts'

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
