import type { OrderRow } from '#server/authorization/order-rows.ts'
import type { DecisionOutcome, NotifyDeps } from '#server/features/notifications/index.ts'
import { notifyUser } from '#server/features/notifications/index.ts'
import { approvalUrl, readQuorum, roleOf } from '#server/features/quorum/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'
import { actOf } from './code.ts'

type Decided = {
  order: Pick<
    OrderRow,
    'id' | 'company_id' | 'sheet_id' | 'withdrawal_id' | 'requested_by' | 'required'
  >
  payroll: string
}

/**
 * Tells the person who asked for an order what others decided. Administrators hear of an order that
 * ends without approval by the notices of money.
 */
export async function notifyDecided(
  trx: Trx,
  deps: NotifyDeps,
  { order, payroll }: Decided,
  { by, outcome, reason }: { by: string | null; outcome: DecisionOutcome; reason: string },
): Promise<void> {
  const { company_id: companyId, requested_by: userId } = order
  if (order.required === 0 || userId === null || by === userId) return
  const quorum = await readQuorum(trx, deps.macKey, companyId, new Date())
  const role = roleOf(quorum, userId)
  if (role === null || (role === 'ADMIN' && outcome !== 'approved')) return
  const params = {
    subject: { what: actOf(order), payroll },
    outcome,
    who: by === null ? '' : await nameAndEmailOf(trx, { companyId, userId: by }),
    reason,
    url: approvalUrl(deps, order.id),
  }
  await notifyUser(trx, deps, { companyId, userId }, { template: 'approvalDecided', params })
}
