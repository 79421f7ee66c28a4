import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Order `o` waits for its approvals: its transactions do, or its sheet, which is all in dollars and has
 * none. Such a sheet is open until it is released or given up.
 */
export const waitsForApproval = sql<boolean>`(EXISTS (
    SELECT FROM transactions t WHERE t.order_id = o.id AND t.waiting_for = 'approval')
  OR EXISTS (
    SELECT FROM sheet_states s WHERE s.id = o.sheet_id AND s.waits_in_dollars))`

/** Whether an order waits for its approvals; the caller holds its lock. */
export async function isWaiting(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders o WHERE o.id = ${orderId} AND ${waitsForApproval}`.execute(db)
  return rows.length > 0
}
