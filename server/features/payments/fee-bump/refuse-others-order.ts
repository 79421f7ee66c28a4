import { approvingRoles, type Role } from '#domain/roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Cancellation } from './cancel.ts'

/**
 * Refuses a cancellation that would reject another person's order. Cancelling an order that waits
 * for approval rejects it, which only approvers and the person who asked may do.
 */
export async function refuseOthersOrder(
  db: Db,
  { userId, role }: { userId: string; role: Role },
  { ends }: Cancellation,
): Promise<void> {
  if (approvingRoles.includes(role)) return
  const unsigned = ends.flatMap((end) => end.unsigned.map(({ id }) => id))
  if (unsigned.length === 0) return
  const others = await db
    .selectFrom('transactions as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select('t.id')
    .where('t.id', 'in', unsigned)
    .where('t.waiting_for', '=', 'approval')
    .where('o.requested_by', 'is distinct from', userId)
    .limit(1)
    .executeTakeFirst()
  if (others) throw new Refusal('NOT_ALLOWED_FOR_ROLE')
}
