import { isPlanExpired } from '#domain/plan-expiry.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findOvertakenFault } from './order-sequence.ts'
import type { StoredPlan } from './read-plan.ts'

/**
 * Why nothing of an order is begun any more, or null. That it ended unsigned (refused, rejected,
 * cancelled, expired) only the tables say, and the program's database role may rewrite those. By its
 * own memory the signer knows later orders; a clock ends an order, and orders no two of them. When an
 * order was made and approved is under MACs.
 */
export async function findExpiredOrSupersededFault(
  db: Db,
  { order }: Pick<StoredPlan, 'order'>,
): Promise<SignerFault | null> {
  if (!order || order.isBegun) return null
  const { id, requested_at: requestedAt, needs_approval: needsApproval } = order.row
  const overtaken = await findOvertakenFault(db, order)
  if (overtaken) return overtaken
  const times = { needsApproval, requestedAt, approvedAt: order.approvals.at(-1)?.at ?? null }
  return isPlanExpired(times, order.now) ? { code: 'ORDER_EXPIRED', orderId: id } : null
}
