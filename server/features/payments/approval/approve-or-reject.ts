import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import { shareOf } from '#domain/money.ts'
import { isPriceUsable } from '#domain/node-and-price.ts'
import { approvalLivesMs } from '#domain/plan-expiry.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import { readTrueApprovals } from '#server/authorization/approval-rows.ts'
import { isReleased } from '#server/authorization/approvals-that-count.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { type OrderRow, toApprovableOrder } from '#server/authorization/order-rows.ts'
import { isWaiting, waitsForApproval } from '#server/authorization/waiting-orders.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import {
  type Given,
  readCounting,
  readQuorum,
  recordApproval,
  requireMayApprove,
  type Sheeted,
} from '#server/features/quorum/index.ts'
import { approveWaiting } from '#server/features/transactions/write.ts'
import { type Db, inTransaction, isUuid, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import { releaseDollars } from '../send/dollars-alone.ts'
import { endOrder, lockOrder } from '../send/end-order.ts'
import { notifyDecided } from './notices.ts'

/** A price that moved by more than 5 % since the plan rejects the run instead of approving it. */
const priceMoveBasisPoints = 500n

/** `rate` null: the order is all in dollars. */
export type LockedOrder = { order: OrderRow; rate: bigint | null; payroll: string }

/** `notFrozenBy` refuses a frozen company: rejecting is safe for one, approving is not. */
type Whose = 'anybody' | { notFrozenBy: KeyObject }

/** An order in the shape that the approvals take. */
export const toSheeted = (order: OrderRow): Sheeted => ({
  ...toApprovableOrder(order),
  feeCeilingUsdCents: order.fee_ceiling_usd_cents,
})

/**
 * Finds the order of a transaction; all batches of a run share one. Whether it waits is asked later,
 * after a freeze of its company.
 */
export async function requireOrderOf(
  db: Db,
  companyId: string,
  transactionId: string,
): Promise<string> {
  const row = isUuid(transactionId)
    ? await db
        .selectFrom('transactions')
        .select('order_id')
        .where('company_id', '=', companyId)
        .where('id', '=', transactionId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('NOT_FOUND')
  if (!row.order_id) throw new Refusal('NOT_PENDING_APPROVAL')
  return row.order_id
}

/** Finds an order that waits for its approval. */
export async function requireWaiting(
  db: Db,
  companyId: string,
  orderId: string,
  whose: Whose,
): Promise<LockedOrder> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('payrolls as p', 'p.id', 'o.payroll_id')
    .selectAll('o')
    .select(['p.name as payroll', waitsForApproval.as('waits')])
    .select(({ selectFrom }) =>
      selectFrom('transactions as t')
        .select(({ fn }) => fn.max('t.rate_usd_cents_per_btc').as('rate'))
        .whereRef('t.order_id', '=', 'o.id')
        .as('rate'),
    )
    .where('o.company_id', '=', companyId)
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  if (!row) throw new Refusal('NOT_FOUND')
  if (whose !== 'anybody') await refuseIfFrozen(db, whose.notFrozenBy, companyId)
  if (!row.waits) throw new Refusal('NOT_PENDING_APPROVAL')
  const { payroll, waits: _, rate, ...order } = row
  return { order, rate, payroll }
}

/** Locks a waiting order: nobody else decides about it until the SQL transaction ends. */
async function lockWaiting(trx: Trx, companyId: string, orderId: string, whose: Whose) {
  await requireWaiting(trx, companyId, orderId, whose)
  await lockOrder(trx, orderId)
  // While this call waited for the lock, somebody else may have decided: read again.
  return requireWaiting(trx, companyId, orderId, whose)
}

async function hasPriceMoved(db: Db, { order, rate }: LockedOrder, now: Date): Promise<boolean> {
  // A withdrawal asks for an amount in bitcoin, so its price does not matter; nor does a
  // consolidation's, and a run all in dollars has none.
  if (!order.sheet_id || rate === null) return false
  const price = await readCurrentPrice(db)
  if (!price || !isPriceUsable({ price }, now)) throw new Refusal('PRICE_UNAVAILABLE')
  const difference = price.usdCentsPerBtc - rate
  return (difference < 0n ? -difference : difference) > shareOf(rate, priceMoveBasisPoints)
}

export type Decider = Actor & { userId: string }

/** Rejects a run whose price has moved too far, and says whether it has. */
export async function rejectIfPriceMoved(
  db: Db,
  decider: Decider,
  orderId: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const waiting = await lockWaiting(trx, decider.companyId, orderId, 'anybody')
    if (!(await hasPriceMoved(trx, waiting, now))) return false
    const failure: FailureCode = 'PRICE_MOVED'
    await rejectOrder(trx, waiting.order.id, failure)
    await noteDecision(trx, decider, waiting, 'payment.rejected', { failure })
    return true
  })
}

/**
 * Adds an approval to an order that waits, and releases the whole order once there are enough.
 * Afterwards the worker checks the inputs, and the signer checks each approval's MAC and who
 * counts. The caller has checked the code or the passkey. Returns whether the order is released.
 */
export async function approve(
  trx: Trx,
  deps: NotifyDeps,
  decider: Decider,
  { orderId, given }: { orderId: string; given: Given },
  at: Date,
): Promise<boolean> {
  const { companyId, userId } = decider
  const { macKey } = deps
  const waiting = await lockWaiting(trx, companyId, orderId, { notFrozenBy: macKey })
  const subject = toSheeted(waiting.order)
  const quorum = await readQuorum(trx, macKey, companyId, at)
  const before = await readTrueApprovals(trx, macKey, [subject.id])
  requireMayApprove(quorum, subject, before, userId)
  // The company may have switched to keys alone after the caller checked the code.
  if (quorum.strongOnly && given.kind === 'CODE') throw new Refusal('WRONG_ASSERTION')
  await recordApproval(trx, deps, subject, { userId, given }, at)
  await noteDecision(trx, decider, waiting, 'payment.approved')
  failpoint('approval-before-commit')
  const of = { companyId, subjects: [subject] }
  const counting = await readCounting(trx, macKey, of, at)
  if (!isReleased(subject, counting(subject.id))) return false
  await approveWaiting(trx, companyId, subject.id)
  await releaseDollars(trx, waiting.order, at)
  await notifyDecided(trx, deps, waiting, { by: userId, outcome: 'approved', reason: '' })
  await notify(trx, 'plans')
  return true
}

/**
 * Ends an order that waits for approval: frees its UTXOs and closes its payment. A single rejection
 * is enough, by an approver or by the person who asked.
 */
export async function reject(
  trx: Trx,
  deps: NotifyDeps,
  { role, ...decider }: Decider & { role: Role },
  { orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
  const { companyId, userId } = decider
  const waiting = await lockWaiting(trx, companyId, orderId, 'anybody')
  const { order } = waiting
  const isOwn = order.requested_by === userId
  if (!isOwn && !approvingRoles.includes(role)) throw new Refusal('NOT_ALLOWED_FOR_ROLE')
  await rejectOrder(trx, order.id, 'REJECTED', reason || null)
  await noteDecision(trx, decider, waiting, 'payment.rejected', reason ? { reason } : {})
  await notifyDecided(trx, deps, waiting, { by: userId, outcome: 'rejected', reason })
}

async function noteDecision(
  trx: Trx,
  decider: Decider,
  { order, payroll }: LockedOrder,
  action: 'payment.approved' | 'payment.rejected',
  why: { failure?: FailureCode; reason?: string } = {},
): Promise<void> {
  const { sheet_id: payment, withdrawal_id: withdrawal } = order
  const of = { ...(payment && { payment }), ...(withdrawal && { withdrawal }) }
  await record(trx, { ...decider, action, subject: payroll, detail: { ...of, ...why } })
}

/** Drops a whole order: nothing of an order that waits is signed. The caller holds its row lock. */
const rejectOrder = (
  trx: Trx,
  orderId: string,
  failure: FailureCode,
  reason: string | null = null,
): Promise<void> => endOrder(trx, orderId, 'rejected', failure, reason)

/**
 * Finds orders that nobody approved within a day: they hold UTXOs at an old price. Batches of an
 * approved run that wait for a lane are not among them.
 */
export async function findUnapprovedOrders(db: Db): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT o.id FROM orders o
    WHERE ${waitsForApproval}
      AND o.requested_at < now() - make_interval(secs => ${approvalLivesMs / 1000})`.execute(db)
  return rows
}

/** Rejects an unapproved order, unless somebody decided about it meanwhile. */
export async function rejectUnapproved(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockOrder(trx, id)
    if (await isWaiting(trx, id)) await rejectOrder(trx, id, 'NOT_APPROVED_IN_TIME')
  })
}
