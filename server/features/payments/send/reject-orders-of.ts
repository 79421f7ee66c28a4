import { sql } from 'kysely'
import { waitsForApproval } from '#server/authorization/waiting-orders.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { endUnsignedOrder } from './end-order.ts'

/** Rejects the unapproved orders of a person who leaves. */
export async function rejectOrdersOf(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const { rows: orders } = await sql<{ id: string }>`
    SELECT o.id FROM orders o
    WHERE o.company_id = ${companyId} AND o.requested_by = ${userId} AND ${waitsForApproval}
    ORDER BY o.id FOR UPDATE`.execute(trx)
  for (const { id } of orders) await endUnsignedOrder(trx, id, 'rejected', 'REJECTED')
}
