import { sql } from 'kysely'
import { waitsForApproval } from '#server/authorization/waiting-orders.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { endUnsignedOrder } from './end-order.ts'

/**
 * Rejects all orders of a company of which nothing is signed, approved ones too. A run that was
 * begun stays: some of its people are paid already, so the others only wait.
 */
export async function rejectUnsignedOrders(trx: Trx, companyId: string): Promise<void> {
  const { rows: orders } = await sql<{ id: string }>`
    SELECT o.id FROM orders o WHERE o.company_id = ${companyId} AND (${waitsForApproval} OR EXISTS (
      SELECT FROM transactions t WHERE t.order_id = o.id AND t.state = 'pendingApproval'))
    ORDER BY o.id FOR UPDATE`.execute(trx)
  for (const { id } of orders) {
    await endUnsignedOrder(trx, id, 'rejected', 'FROZEN')
  }
}
