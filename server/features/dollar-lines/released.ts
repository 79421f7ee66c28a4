import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { changePayloads } from '#contract/change-orders.ts'
import { isReleasedByPress } from '#domain/enough-approvals.ts'
import { type ApprovalRow, readTrueApprovals } from '#server/authorization/approval-rows.ts'
import {
  approversOf,
  authenticApprovals,
  isReleased,
} from '#server/authorization/approvals-that-count.ts'
import { authenticPayload, toApprovable } from '#server/authorization/change-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import {
  type OrderRow,
  orderColumns,
  sheetTermsOf,
  toApprovableOrder,
} from '#server/authorization/order-rows.ts'
import { planSha256InTurns } from '#server/authorization/ordered-plan.ts'
import { orderRows, toOrderedPlan } from '#server/authorization/read-ordered-plan.ts'
import { paydaySheetOf, type Sheet, sheetSha256InTurns } from '#server/authorization/sheet.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isDue } from './store.ts'

/** The order of a list for the bank, whether it has dollars, and the approvals that released it. */
export type Released = {
  orderId: string
  hasDollars: boolean
  sha256: Buffer
  approvals: readonly ApprovalRow[]
}

/**
 * Checks an order by its MAC, its approvals, and the rows that it orders. Null: somebody changed one of
 * them past the program, or the approvals are missing. Approvals of people who left since still count.
 */
export async function findReleased(
  db: Db,
  macKey: KeyObject,
  order: OrderRow,
): Promise<Released | null> {
  const plan = toOrderedPlan(await orderRows(db, order.id))
  const sheet = { ...plan, ...sheetTermsOf(order) }
  const sha256 = await sheetSha256InTurns(sheet)
  const isAsOrdered =
    sha256.equals(order.sheet_sha256) &&
    order.plan_sha256.equals(await planSha256InTurns(plan, order.fee_ceiling_sats))
  const isOwn =
    order.mac === null ? order.change_order_id !== null : isTrue(macKey, 'orders', order)
  if (!isAsOrdered || !isOwn) return null
  const of = { orderId: order.id, hasDollars: plan.dollars.length > 0 }
  if (order.change_order_id !== null) {
    const change = { id: order.change_order_id, presser: order.mac && order.requested_by }
    const payday = await findReleasedPayday(db, macKey, change, sheet)
    return payday && { ...of, ...payday }
  }
  const subject = toApprovableOrder(order)
  const written = await readTrueApprovals(db, macKey, [order.id])
  const approvals = authenticApprovals(macKey, subject, written)
  return isReleased(subject, approvals) ? { ...of, sha256, approvals } : null
}

/** Checks an order that pays an approved payday by the approvals of that payday. */
async function findReleasedPayday(
  db: Db,
  macKey: KeyObject,
  { id, presser }: { id: string; presser: string | null },
  sheet: Pick<Sheet, 'pays' | 'lines' | 'dollars' | 'held'>,
): Promise<Pick<Released, 'sha256' | 'approvals'> | null> {
  const change = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (change?.kind !== 'OCCURRENCE') return null
  const { data } = changePayloads.OCCURRENCE.safeParse(authenticPayload(macKey, change))
  if (!data) return null
  const ceilingUsdCents = BigInt(data.ceilingUsdCents)
  const sha256 = await sheetSha256InTurns(paydaySheetOf({ ...sheet, ceilingUsdCents }))
  if (sha256.toString('hex') !== data.sheetSha256) return null
  const subject = { ...toApprovable(change), changers: data.changers.map((one) => one.userId) }
  const written = await readTrueApprovals(db, macKey, [change.id])
  const approvals = authenticApprovals(macKey, subject, written)
  const isApproved = isReleasedByPress(subject, presser, approversOf(approvals))
  return approvals.length > 0 && isApproved ? { sha256, approvals } : null
}

/**
 * Checks every order of a payment; null: one of them is not as it was released. A payment that was
 * restored from the signing record may have no order: the signer has checked it.
 */
export async function findReleasedOrders(
  db: Db,
  macKey: KeyObject,
  { companyId, paymentId }: { companyId: string; paymentId: string },
): Promise<Released[] | null> {
  const orders = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('company_id', '=', companyId)
    .where('sheet_id', '=', paymentId)
    .orderBy('id')
    .execute()
  const released: Released[] = []
  for (const order of orders) {
    const one = await findReleased(db, macKey, order)
    if (!one) return null
    released.push(one)
  }
  return released
}

export type ChangedList = { id: string; payroll: string; at: Date }

/** Finds the lists of all companies that are not as their orders were released. */
export async function findChangedLists(
  db: Db,
  macKey: KeyObject,
): Promise<{ lists: number; changed: ChangedList[] }> {
  const { rows } = await sql<ChangedList & { companyId: string }>`
    SELECT p.id, p.company_id AS "companyId", payroll.name AS payroll, p.created_at AS at
    FROM sheets p JOIN payrolls payroll ON payroll.id = p.payroll_id
    WHERE p.dollars_usd_cents > 0 AND ${isDue} ORDER BY p.id`.execute(db)
  const changed: ChangedList[] = []
  for (const { companyId, ...list } of rows) {
    const run = { companyId, paymentId: list.id }
    if (!(await findReleasedOrders(db, macKey, run))) changed.push(list)
  }
  return { lists: rows.length, changed }
}
