import { sql } from 'kysely'
import { isPlanExpired } from '#domain/plan-expiry.ts'
import { readHold } from '#server/authorization/restorations.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StoredPlan } from './read-plan.ts'

/** The fault of an order of which nothing was signed in time. */
export const expired = 'its order has expired'

/**
 * Why nothing of an order is begun any more, or null. That it ended unsigned (refused, rejected,
 * cancelled, expired) only the tables say, and the program's database role may rewrite those. By its
 * own memory the signer knows that a payroll, which is paid by one order after another, has a later one.
 * When an order was made and approved is under MACs.
 */
export async function endedFault(db: Db, { order }: Pick<StoredPlan, 'order'>) {
  if (!order) return null
  const { id, payroll_id: payrollId, requested_at, approved_at, needs_approval } = order.row
  const { rows } = await sql<{ begun: boolean; followed: boolean; now: Date }>`
    SELECT EXISTS (SELECT FROM signer.signatures WHERE order_id = ${id}) AS begun,
      EXISTS (
        SELECT FROM signer.signatures WHERE payroll_id = ${payrollId} AND ordered_at > ${requested_at})
        AS followed, now() AS now`.execute(db)
  const [memory] = rows
  if (!memory || memory.begun) return null
  if (memory.followed) return 'a later order of its payroll was carried out'
  const times = {
    needsApproval: needs_approval,
    requestedAt: requested_at,
    approvedAt: approved_at,
  }
  return isPlanExpired(times, memory.now, await readHold(db)) ? expired : null
}
