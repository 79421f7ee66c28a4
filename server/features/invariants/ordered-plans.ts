import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { isTrue } from '#server/authorization/mac.ts'
import { orderColumns } from '#server/authorization/order-rows.ts'
import { planSha256InTurns } from '#server/authorization/ordered-plan.ts'
import { orderRows, toOrderedPlan } from '#server/authorization/read-ordered-plan.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Breach, type HistoryScope, isRecent } from './invariant-definitions.ts'

/**
 * Orders of planned and signed transactions. A spend that another database signed may pay other
 * amounts than the order that it was matched with, and a later version of the program's own
 * withdrawal pays a higher fee out of it.
 */
async function ordersOf(db: Db, history: HistoryScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT o.id FROM transactions t JOIN orders o ON o.id = t.order_id
    WHERE t.ended IS NULL AND (o.mac IS NOT NULL OR o.withdrawal_id IS NULL)
      AND ${isRecent(history, 't.height')}
      AND NOT EXISTS (SELECT FROM transactions adopted WHERE adopted.order_id = t.order_id
        AND adopted.txid IS NOT NULL AND adopted.signed_at IS NULL)
    ORDER BY 1`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * I3: the people, addresses, amounts and fee ceiling of each order are those under its hash, and the
 * hash is under its MAC. The program's own orders have none: the signer believes the approved change.
 */
export async function checkOrders(
  db: Db,
  history: HistoryScope,
  macKey: KeyObject | null,
): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const id of await ordersOf(db, history)) {
    const order = await db
      .selectFrom('orders')
      .select(orderColumns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const plan = toOrderedPlan(await orderRows(db, id))
    const found = { invariant: 'I3', id, fields: {} } as const
    if (!(await planSha256InTurns(plan, order.fee_ceiling_sats)).equals(order.plan_sha256)) {
      breaches.push({ ...found, kind: 'PLAN_NOT_AS_ORDERED' })
    }
    if (macKey && order.mac && !isTrue(macKey, 'orders', order)) {
      breaches.push({ ...found, kind: 'ORDER_CHANGED' })
    }
  }
  return breaches
}
