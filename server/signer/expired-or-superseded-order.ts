import { sql } from 'kysely'
import { isPlanExpired } from '#domain/plan-expiry.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { readHold } from '#server/authorization/restorations.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StoredPlan } from './read-plan.ts'

/**
 * Why nothing of an order is begun any more, or null. That it ended unsigned (refused, rejected,
 * cancelled, expired) only the tables say, and the program's database role may rewrite those. By its
 * own memory the signer knows that a payroll, which is paid by one order after another, has a later one.
 * When an order was made and approved is under MACs.
 */
export async function findExpiredOrSupersededFault(
  db: Db,
  { order }: Pick<StoredPlan, 'order'>,
): Promise<SignerFault | null> {
  if (!order) return null
  const { id, payroll_id: payrollId, requested_at, needs_approval } = order.row
  const { rows } = await sql<{ begun: boolean; followed: boolean; now: Date }>`
    SELECT EXISTS (SELECT FROM signer.signatures WHERE order_id = ${id}) AS begun,
      EXISTS (
        SELECT FROM signer.signatures WHERE payroll_id = ${payrollId} AND ordered_at > ${requested_at})
        AS followed, now() AS now`.execute(db)
  const [memory] = rows
  if (!memory || memory.begun) return null
  if (memory.followed) return { code: 'ORDER_OVERTAKEN', orderId: id }
  const times = {
    needsApproval: needs_approval,
    requestedAt: requested_at,
    approvedAt: order.approvals.at(-1)?.at ?? null,
  }
  const isExpired = isPlanExpired(times, memory.now, await readHold(db))
  return isExpired ? { code: 'ORDER_EXPIRED', orderId: id } : null
}
