import type { KeyObject } from 'node:crypto'
import type { Changer } from '#contract/change-orders.ts'
import type { IncludedLine } from '#contract/include.ts'
import { type CodeReason, type RunTerms, reasonsForCode } from '#domain/approval-code-reasons.ts'
import type { Requirement } from '#domain/approval-requirement.ts'
import { type FeeCeilings, feeCeilingSats } from '#domain/fee-ceilings.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { centsFromSatsRoundedUp, satsFromCents } from '#domain/money.ts'
import { type PaymentPlan, sumPaidSats } from '#domain/payment-plan.ts'
import { insertOrder } from '#server/authorization/order-rows.ts'
import type { OrderedPlan } from '#server/authorization/ordered-plan.ts'
import type { Pays } from '#server/authorization/pays.ts'
import type { Sheet } from '#server/authorization/sheet.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** Why a run waits for an approval, and the company's limit that it is above, if it is. */
export type RunApproval = {
  reasons: { code: CodeReason; people: number }[]
  overUsdCents: bigint | null
}

export function approvalOfRun(terms: RunTerms): RunApproval {
  const reasons = reasonsForCode(terms)
  const isOver = reasons.some(({ code }) => code === 'OVER_USD')
  return { reasons, overUsdCents: isOver ? terms.overUsdCents : null }
}

/** A fee above its share of the salaries needs a code. */
export const withFeeReason = (
  approval: RunApproval,
  { isFeeAboveShare, satsOfLine }: PaymentPlan,
): RunApproval =>
  isFeeAboveShare
    ? { ...approval, reasons: [...approval.reasons, { code: 'FEE', people: satsOfLine.size }] }
    : approval

/**
 * The most that a run may take in fees, bumps included: the sum of its transactions' ceilings. A
 * transaction that a code confirmed above its ceiling counts with its planned fee.
 */
export function feeCeilingOf(
  { transactions }: PaymentPlan,
  rateUsdCentsPerBtc: bigint,
  ceilings: FeeCeilings,
): bigint {
  const satsOf = (cents: bigint) => satsFromCents(cents, rateUsdCentsPerBtc)
  return transactions.reduce((total, one) => {
    const ceiling = feeCeilingSats(ceilings, sumPaidSats(one), satsOf)
    return total + (one.feeSats > ceiling ? one.feeSats : ceiling)
  }, 0n)
}

type OrderingActor = {
  companyId: string
  userId: string | null
  payrollId: string
  ip: string | null
  /** Null: nobody pressed, and the order stands under the approval of its payday. */
  orderKey: KeyObject | null
}

type Ordered = {
  id: string
  approval: RunApproval
  requirement: Requirement
  paymentId: string
  feeCeilingSats: bigint
  /** Null: all of it is in dollars, and it takes no fee. */
  rateUsdCentsPerBtc: bigint | null
  targetBlocks: TargetBlocks
  /** The choices about held people and people paid elsewhere, and the changes that were shown. */
  held: Sheet['held']
  included: readonly IncludedLine[]
  changes: string
  /** The people who changed what it pays. */
  changers: readonly Changer[]
  /**
   * The period that the run pays, each person once. Null: the payroll has no dates, or the run is
   * an extra one.
   */
  claimsPeriod: string | null
  /** The approved payday that it pays. */
  changeOrderId: string | null
  /** The purpose of its sheet, as the row of the sheet has it. */
  pays: Omit<Pays, 'companyId' | 'payrollId'>
}

/** Writes the order for the run just planned, in the name of its administrator. */
export async function orderRun(
  trx: Trx,
  { companyId, userId, payrollId, ip, orderKey }: OrderingActor,
  {
    id,
    approval,
    requirement,
    paymentId,
    feeCeilingSats,
    rateUsdCentsPerBtc,
    targetBlocks,
    ...ordered
  }: Ordered,
  amounts: Pick<OrderedPlan, 'lines' | 'dollars'>,
): Promise<void> {
  const order = {
    id,
    company_id: companyId,
    payroll_id: payrollId,
    sheet_id: paymentId,
    withdrawal_id: null,
    fee_ceiling_sats: feeCeilingSats,
    fee_ceiling_usd_cents:
      rateUsdCentsPerBtc === null ? 0n : centsFromSatsRoundedUp(feeCeilingSats, rateUsdCentsPerBtc),
    held: ordered.held,
    included: ordered.included,
    changes: ordered.changes,
    changers: ordered.changers,
    claims_period: ordered.claimsPeriod,
    change_order_id: ordered.changeOrderId,
    required: requirement.required,
    own_code: requirement.ownCode,
    over_usd_cents: approval.overUsdCents,
    requested_by: userId,
    requested_ip: ip,
    reasons: approval.reasons,
    target_blocks: targetBlocks,
    pays: ordered.pays,
  }
  await insertOrder(trx, orderKey, order, { ...amounts, withdrawals: [] })
}
