import { sql } from 'kysely'
import { isPlanExpired, type OrderTimes } from '#domain/plan-expiry.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { endUnsignedOrder } from './end-order.ts'

/**
 * Finds orders that nobody signed in time: their rate is out of date. Orders that wait for approval
 * have a time of their own (`findUnapprovedOrders`).
 */
export async function findExpiredOrders(db: Db): Promise<{ id: string }[]> {
  const { rows } = await sql<OrderTimes & { id: string; now: Date }>`
    SELECT DISTINCT o.id, o.needs_approval AS "needsApproval", o.requested_at AS "requestedAt",
      (SELECT max(a.at) FROM approvals a WHERE a.subject_id = o.id) AS "approvedAt", now() AS now
    FROM orders o JOIN transactions t ON t.order_id = o.id
    WHERE t.state = 'pendingApproval'
      AND NOT EXISTS (
        SELECT FROM transactions w WHERE w.order_id = o.id AND w.waiting_for = 'approval')
      AND NOT EXISTS (
        SELECT FROM transactions s WHERE s.order_id = o.id AND s.signed_at IS NOT NULL)`.execute(db)
  return rows.filter((row) => isPlanExpired(row, row.now))
}

/** Ends an expired order, unless the signer was quicker. */
export const expireOrder = (db: Db, id: string): Promise<void> =>
  inTransaction(db, (trx) => endUnsignedOrder(trx, id, 'failed', 'PLAN_EXPIRED'))
