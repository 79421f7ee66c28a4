import type { KeyObject } from 'node:crypto'
import type { SignerFault } from '#domain/signer-faults.ts'
import {
  approvalsThatCount,
  authenticApprovals,
  isReleased,
} from '#server/authorization/approvals-that-count.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { toApprovableOrder } from '#server/authorization/order-rows.ts'
import type { Caps } from './caps.ts'
import { hashOfPlan, hashOfSheetOf } from './known-plans.ts'
import { paydayFault } from './payday.ts'
import type { StoredOrder, StoredPlan } from './read-plan.ts'

/**
 * Whether a transaction that pays `feeSats` stays within what was ordered and, where it was needed,
 * approved: the fee ceiling is one for all transactions of the order, each in its dearest version. A
 * bump of an approved run needs no new approval up to it.
 */
export function isWithinOrderedFee(feeSats: bigint, { row, otherFeesSats }: StoredOrder): boolean {
  return feeSats + otherFeesSats <= row.fee_ceiling_sats
}

/**
 * Why a plan is not what somebody who was signed in has ordered and others approved, or null. People,
 * addresses, satoshi, fee ceiling, how many approvals are needed and each of them are all under MACs, so
 * that nothing of it can be changed in the database. A transaction may cost more than was ordered where
 * somebody has confirmed its fee.
 */
export function orderFault(
  plan: Pick<
    StoredPlan,
    | 'id'
    | 'companyId'
    | 'payrollId'
    | 'paymentId'
    | 'withdrawal'
    | 'order'
    | 'confirmation'
    | 'outputs'
  >,
  feeSats: bigint,
  checks: { macKey: KeyObject; caps: Caps },
): SignerFault | null {
  const { order } = plan
  const { macKey } = checks
  if (!order) return { code: 'NOT_ORDERED' }
  const { row } = order
  const about = { orderId: row.id }
  if (
    row.company_id !== plan.companyId ||
    row.payroll_id !== plan.payrollId ||
    row.sheet_id !== plan.paymentId ||
    row.withdrawal_id !== (plan.withdrawal?.id ?? null)
  ) {
    return { code: 'ORDER_OF_ANOTHER_PAYMENT', ...about }
  }
  // An approved payday stands for the MAC of its order, and says all that the MAC would.
  const isPayday = row.change_order_id !== null
  if (!(isPayday && row.mac === null) && !isTrue(macKey, 'orders', row)) {
    return { code: 'ORDER_MAC_WRONG', ...about }
  }
  if (!row.plan_sha256.equals(hashOfPlan(order.plan, row.fee_ceiling_sats))) {
    return { code: 'ORDER_NOT_ITS_PLAN', ...about }
  }
  if (plan.withdrawal && !row.needs_approval) {
    return { code: 'WITHDRAWAL_WITHOUT_APPROVAL', ...about }
  }
  if (!row.sheet_sha256.equals(hashOfSheetOf(order)))
    return { code: 'ORDER_NOT_ITS_SHEET', ...about }
  const unapproved =
    approvalFault(order, macKey) ?? (isPayday ? paydayFault(plan, order, macKey) : null)
  if (unapproved) return unapproved
  if (isWithinOrderedFee(feeSats, order) || isFeeConfirmed(plan, feeSats, checks)) return null
  const ceilingSats = String(row.fee_ceiling_sats - order.otherFeesSats)
  return { code: 'FEE_ABOVE_ORDER', feeSats: String(feeSats), ceilingSats }
}

/**
 * Whether enough people approve, of those who count now. An order that was begun goes on, bumps of it
 * too, when somebody who approved it has left since.
 */
function approvalFault(order: StoredOrder, macKey: KeyObject): SignerFault | null {
  const { row, approvals, team, isBegun, now } = order
  const about = { orderId: row.id }
  const subject = toApprovableOrder(row)
  const written = authenticApprovals(macKey, subject, approvals)
  if (!isReleased(subject, written)) return { code: 'ORDER_NOT_APPROVED', ...about }
  if (isBegun) return null
  // Under `strongOnly` an approval itself needed a key.
  const counting = approvalsThatCount({ macKey, now, hasKey: () => true }, subject, written, team)
  if (isReleased(subject, counting)) return null
  return {
    code: 'APPROVERS_DO_NOT_COUNT',
    ...about,
    given: counting.length,
    required: row.required,
  }
}

/** Whether somebody has confirmed this fee for this very transaction; never above the limit of one transaction. */
export function isFeeConfirmed(
  { id: transactionId, order, confirmation }: Pick<StoredPlan, 'id' | 'order' | 'confirmation'>,
  feeSats: bigint,
  { macKey, caps }: { macKey: KeyObject; caps: Caps },
): boolean {
  if (!order || !confirmation) return false
  return (
    isTrue(macKey, 'fee_confirmations', confirmation) &&
    confirmation.order_id === order.row.id &&
    confirmation.transaction_id === transactionId &&
    feeSats <= confirmation.fee_sats &&
    feeSats <= caps.fees.sats
  )
}
