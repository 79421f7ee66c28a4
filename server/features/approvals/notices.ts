import { sql } from 'kysely'
import { leftOutOf } from '#domain/enough-approvals.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { approvalLivesMs, reminderMs } from '#domain/plan-expiry.ts'
import { isWaiting, waitsForApproval } from '#server/authorization/waiting-orders.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  askApprovers,
  lockOrder,
  notifyDecided,
  toSheeted,
} from '#server/features/payments/index.ts'
import {
  othersWhoCount,
  readCounting,
  readQuorum,
  remindOfChange,
} from '#server/features/quorum/index.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import { readWaitingOrders } from './waiting.ts'

type NoticeDeps = NotifyDeps & { db: Db }
export type ApprovalNotice = {
  id: string
  companyId: string
  of: 'order' | 'change'
  kind: 'REMINDER' | 'EXPIRED'
}

/**
 * Finds notices that are due and not sent: approvals that end soon, and payments that ended
 * undecided.
 */
export async function findNotices(db: Db, now: Date): Promise<ApprovalNotice[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const soon = new Date(now.getTime() + reminderMs)
  const { rows } = await sql<ApprovalNotice>`
    SELECT * FROM (
      SELECT o.id, o.company_id AS "companyId", 'order' AS of, 'REMINDER' AS kind FROM orders o
      WHERE o.required > 0 AND ${waitsForApproval}
        AND o.requested_at <= ${ago(approvalLivesMs - reminderMs)}
        AND o.requested_at > ${ago(approvalLivesMs)}
      UNION ALL
      SELECT id, company_id, 'change', 'REMINDER' FROM change_orders
      WHERE state = 'open' AND required > 0 AND kind != 'OCCURRENCE'
        AND expires_at > ${now} AND expires_at <= ${soon}
      UNION ALL
      -- A payday is reminded of before its hour instead of before its window ends, and not if it
      -- was asked for after the reminder's time.
      SELECT id, company_id, 'change', 'REMINDER' FROM change_orders
      WHERE state = 'open' AND kind = 'OCCURRENCE' AND expires_at > ${now}
        AND expires_at <= ${new Date(soon.getTime() + occurrenceWindowMs)}
        AND asked_at < expires_at - make_interval(secs => ${(reminderMs + occurrenceWindowMs) / 1000})
      UNION ALL
      SELECT DISTINCT o.id, o.company_id, 'order', 'EXPIRED'
      FROM orders o JOIN transactions t ON t.order_id = o.id
      WHERE t.failure = 'NOT_APPROVED_IN_TIME' AND o.required > 0
        AND o.requested_at > ${ago(3 * approvalLivesMs)}) AS due
    WHERE NOT EXISTS (
      SELECT FROM approval_notices n WHERE n.subject_id = due.id AND n.kind = due.kind)
    ORDER BY id`.execute(db)
  return rows
}

/**
 * Sends a notice in the SQL transaction that records it: two workers, or a killed one, send it
 * once.
 */
export async function sendNotice(
  trx: Trx,
  deps: NotifyDeps,
  { id, companyId, of, kind }: ApprovalNotice,
  now: Date,
): Promise<void> {
  const { numInsertedOrUpdatedRows: isNew } = await trx
    .insertInto('approval_notices')
    .values({ company_id: companyId, subject_id: id, kind, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (isNew !== 1n) return
  if (of === 'change') await remindOfChange(trx, deps, id, now)
  else if (kind === 'REMINDER') await remindOfOrder(trx, deps, { id, companyId }, now)
  else await tellExpired(trx, deps, { id, companyId })
}

type OrderId = { id: string; companyId: string }

async function remindOfOrder(trx: Trx, deps: NotifyDeps, { id, companyId }: OrderId, now: Date) {
  const { macKey } = deps
  await lockOrder(trx, id)
  const [order] = await readWaitingOrders(trx, companyId, id)
  if (!order || !(await isWaiting(trx, id))) return
  const subject = toSheeted(order)
  const given = (await readCounting(trx, macKey, { companyId, subjects: [subject] }, now))(id)
  const done = new Set([...leftOutOf(subject), ...given.map((one) => one.user_id)])
  const quorum = await readQuorum(trx, macKey, companyId, now)
  const userIds = othersWhoCount(quorum, done).map((one) => one.id)
  await askApprovers(trx, deps, order, { userIds, given: given.length, isReminder: true })
}

async function tellExpired(trx: Trx, deps: NotifyDeps, { id, companyId }: OrderId) {
  const [order] = await readWaitingOrders(trx, companyId, id)
  if (!order) return
  const expired = { by: null, outcome: 'expired', reason: '' } as const
  await notifyDecided(trx, deps, { order, payroll: order.payroll }, expired)
}

/** Sends every due notice; one that fails holds up no other. */
export async function sendNotices(deps: NoticeDeps, now: Date): Promise<void> {
  for (const notice of await findNotices(deps.db, now)) {
    await inTransaction(deps.db, (trx) => sendNotice(trx, deps, notice, now)).catch((err) =>
      deps.log.error({ err, notice }, 'a notice about an approval failed; trying again'),
    )
  }
}
