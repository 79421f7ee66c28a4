import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { changeLivesMs } from '#domain/change-times.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { type OrderRow, orderColumns } from '#server/authorization/order-rows.ts'
import { waitsForApproval } from '#server/authorization/waiting-orders.ts'
import { listToSign } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { undoableKinds } from './undoable-kinds.ts'

export type WaitingOrder = OrderRow & {
  /** One of its transactions; null: all of it is in dollars. */
  transactionId: string | null
  payroll: string
  changes: string | null
  reasons: unknown
}

/**
 * Reads the orders of a company that wait for approvals, each with one of its transactions.
 * With an id, reads that order in any state.
 */
export async function readWaitingOrders(
  db: Db,
  companyId: string,
  id: string | null = null,
): Promise<WaitingOrder[]> {
  return db
    .selectFrom('orders as o')
    .innerJoin('payrolls as p', 'p.id', 'o.payroll_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transactions as t')
          .select('t.id')
          .whereRef('t.order_id', '=', 'o.id')
          .orderBy('t.id')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(orderColumns.map((name) => `o.${name}` as const))
    .select(['first.id as transactionId', 'p.name as payroll', 'o.changes', 'o.reasons'])
    .where('o.company_id', '=', companyId)
    .where(id === null ? waitsForApproval : sql<boolean>`o.id = ${id}`)
    .execute()
}

/**
 * Reads a company's changes that wait for approvals, and the lists of keys that can still be
 * signed.
 */
export async function readWaitingChanges(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  now: Date,
): Promise<ChangeOrderRow[]> {
  const rows = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'open'),
        and([
          eb('state', '=', 'done'),
          eb('kind', '=', 'RULES'),
          eb('ended_at', '>', new Date(now.getTime() - changeLivesMs)),
        ]),
      ]),
    )
    .execute()
  return rows.filter((row) => row.state === 'open' || listToSign(macKey, row, now) !== null)
}

/** Reads a company's changes that have their approvals and wait for their 24 hours. */
export const readApprovedChanges = (db: Db, companyId: string): Promise<ChangeOrderRow[]> =>
  db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', 'in', [...undoableKinds])
    .where('state', '=', 'waiting')
    .execute()

/** Whether the company has an order, in any state. */
export async function isOrderOf(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
