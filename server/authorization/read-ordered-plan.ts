import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { joinPayouts } from './join-payouts.ts'
import { type OrderedDollars, type OrderedPlan, orderedPlan } from './ordered-plan.ts'
import type { Pays } from './pays.ts'

/** The lines, dollars and withdrawals that an order pays, in whatever order. */
export async function orderRows(db: Db, orderId: string): Promise<OrderedPlan> {
  const outputs = db
    .selectFrom('transactions as t')
    .innerJoin('transaction_outputs as o', 'o.transaction_id', 't.id')
    .select(['o.script_pubkey as script', 'o.sats'])
    .where('t.order_id', '=', orderId)
  const lines = await outputs
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .innerJoin('payouts as bitcoin', (join) =>
      join.onRef('bitcoin.line_id', '=', 'l.id').on('bitcoin.method', '=', 'BITCOIN'),
    )
    .select(['l.employee_id as employeeId', 'l.address', 'bitcoin.usd_cents as usdCents'])
    .execute()
  const withdrawals = await outputs
    .innerJoin('withdrawals as w', 'w.id', 'o.withdrawal_id')
    .select(['w.address', 'w.requested_sats as requestedSats'])
    .where('o.line_id', 'is', null)
    .execute()
  const dollars = await readOrderedDollars(db, orderId)
  return { pays: await readPays(db, orderId), lines, dollars, withdrawals }
}

/** Reads whose money an order moves and what for, by its own row and that of its sheet. */
async function readPays(db: Db, orderId: string): Promise<Pays> {
  const order = await db
    .selectFrom('orders as o')
    .leftJoin('sheets as s', 's.id', 'o.sheet_id')
    .select(['o.company_id as companyId', 'o.payroll_id as payrollId'])
    .select(['s.kind', 's.period_key as periodKey', 's.extra'])
    .$narrowType<{ kind: Pays['kind'] }>()
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { ...order, extra: order.extra ?? false }
}

/** A transaction of order `o` pays the bitcoin of line `l`. */
const paysLine = sql<boolean>`l.id IN (
  SELECT made.line_id FROM transactions t
  JOIN transaction_outputs made ON made.transaction_id = t.id WHERE t.order_id = o.id)`

/**
 * Order `o` is for line `l` of its sheet, whose payouts are joined. A line all in dollars has no output: it belongs
 * to the first order of its sheet, for later ones order unpaid bitcoin alone.
 */
export const ordersLine = sql<boolean>`CASE WHEN bitcoin.line_id IS NOT NULL THEN ${paysLine} ELSE NOT EXISTS (
  SELECT FROM orders first WHERE first.sheet_id = o.sheet_id AND first.id < o.id) END`

/** The dollar parts of the lines that an order is for; `isAll`: the whole line. */
export async function readOrderedDollars(
  db: Db,
  orderId: string,
): Promise<(OrderedDollars & { isAll: boolean })[]> {
  const { rows } = await sql<OrderedDollars & { isAll: boolean }>`
    SELECT l.employee_id AS "employeeId", l.bank, l.bank_account AS "bankAccount",
      dollars.usd_cents AS "usdCents", bitcoin.line_id IS NULL AS "isAll"
    FROM orders o JOIN sheet_lines l ON l.sheet_id = o.sheet_id ${joinPayouts}
    WHERE o.id = ${orderId} AND dollars.line_id IS NOT NULL AND ${ordersLine}`.execute(db)
  return rows
}

/**
 * The amounts that an order moves. A withdrawal of everything was ordered at its highest amount: a later
 * version pays a higher fee out of it.
 */
export function toOrderedPlan({ pays, lines, dollars, withdrawals }: OrderedPlan): OrderedPlan {
  const highest = withdrawals.reduce((high, { sats }) => (sats > high ? sats : high), 0n)
  return orderedPlan({
    pays,
    lines,
    dollars,
    withdrawals: withdrawals.map((one) =>
      one.requestedSats === null ? { ...one, sats: highest } : one,
    ),
  })
}
