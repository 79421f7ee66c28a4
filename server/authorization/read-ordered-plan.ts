import type { Db } from '../platform/db/database.ts'
import { type OrderedPlan, orderedPlan } from './ordered-plan.ts'

/** The lines and withdrawals that the transactions of an order pay, in whatever order. */
export async function orderRows(db: Db, orderId: string): Promise<OrderedPlan> {
  const outputs = db
    .selectFrom('transactions as t')
    .innerJoin('transaction_outputs as o', 'o.transaction_id', 't.id')
    .select(['o.script_pubkey as script', 'o.sats'])
    .where('t.order_id', '=', orderId)
  const lines = await outputs
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .select(['l.employee_id as employeeId', 'l.address', 'l.usd_cents as usdCents'])
    .execute()
  const withdrawals = await outputs
    .innerJoin('withdrawals as w', 'w.id', 'o.withdrawal_id')
    .select(['w.address', 'w.requested_sats as requestedSats'])
    .where('o.line_id', 'is', null)
    .execute()
  return { lines, withdrawals }
}

/**
 * The amounts that an order moves. A withdrawal of everything was ordered at its highest amount: a later
 * version pays a higher fee out of it.
 */
export function toOrderedPlan({ lines, withdrawals }: OrderedPlan): OrderedPlan {
  const highest = withdrawals.reduce((high, { sats }) => (sats > high ? sats : high), 0n)
  return orderedPlan({
    lines,
    withdrawals: withdrawals.map((one) =>
      one.requestedSats === null ? { ...one, sats: highest } : one,
    ),
  })
}
