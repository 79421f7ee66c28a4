import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { StoredPlan } from './plan.ts'

/**
 * Why nothing of an order is begun any more, or null. That it ended unsigned (refused, rejected,
 * cancelled) only the tables say, and whoever has the program's database role may rewrite those: by its
 * own memory the signer knows that a payroll, which is paid by one order after another, has a later one.
 * What nobody has begun for a week was given up; orders wait a day for their approval. When it was made
 * is under its MAC, at the time of the database.
 */
export async function endedFault(db: Db, { order }: Pick<StoredPlan, 'order'>) {
  if (!order) return null
  const { id, payroll_id: payrollId, requested_at: at } = order.row
  const { rows } = await sql<{ begun: boolean; followed: boolean; old: boolean }>`
    SELECT EXISTS (SELECT FROM signatures WHERE order_id = ${id}) AS begun,
      EXISTS (
        SELECT FROM signatures WHERE payroll_id = ${payrollId} AND ordered_at > ${at}) AS followed,
      ${at}::timestamptz < now() - interval '7 days' AS old`.execute(db)
  const [memory] = rows
  if (!memory || memory.begun) return null
  if (memory.followed) return 'a later order of its payroll was carried out'
  return memory.old ? 'its order is more than a week old' : null
}
