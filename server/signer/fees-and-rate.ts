import type { KeyObject } from 'node:crypto'
import {
  feeAtHighestRateSats,
  feeCeilingSats,
  withdrawalFeeCeilingSats,
} from '#domain/fee-ceilings.ts'
import { outputBytes, transactionWeight, vsizeOfWeight } from '#domain/fees.ts'
import { satsFromCents, shareOf, sumOfSats } from '#domain/money.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import type { Caps } from './caps.ts'
import { isFeeConfirmed } from './order-approval.ts'
import type { StoredPlan } from './read-plan.ts'

/** The rate of a payment may differ this much from the price of its minute: 5 %. */
const rateToleranceBasisPoints = 500n

type FeeChecks = { macKey: KeyObject; caps: Caps }

/**
 * The most a plan may pay in fees: of a run what its people get decides, of a withdrawal its amount.
 * Somebody who saw the fee of a run approves its order: the order's own ceiling decides (`orderFault`).
 * Somebody who saw the fee of one transaction confirms it.
 */
function feeCeilingOf(plan: StoredPlan, fee: bigint, checks: FeeChecks): bigint {
  const { fees } = checks.caps
  if (!plan.sweep && isFeeConfirmed(plan, fee, checks)) return fees.sats
  const satsOf = (cents: bigint) => satsFromCents(cents, plan.rateUsdCentsPerBtc)
  if (plan.withdrawal) {
    const { requestedSats } = plan.withdrawal
    return withdrawalFeeCeilingSats(fees, requestedSats, sumOfSats(plan.inputs), satsOf)
  }
  if (plan.order?.row.needs_approval) return fees.sats
  const isConsolidation = plan.type === 'consolidation'
  const moved = plan.outputs.filter((output) => isConsolidation || output.line)
  return feeCeilingSats(fees, sumOfSats(moved), satsOf)
}

export function feeFault(plan: StoredPlan, fee: bigint, checks: FeeChecks): SignerFault | null {
  const feeSats = String(fee)
  if (fee <= 0n) return { code: 'FEE_NOT_POSITIVE', feeSats }
  const ceiling = feeCeilingOf(plan, fee, checks)
  if (fee > ceiling) return { code: 'FEE_ABOVE_CEILING', feeSats, ceilingSats: String(ceiling) }
  const { inputs, outputs } = plan
  const bytes = outputs.reduce((total, { script }) => total + outputBytes(script.length), 0)
  const vsize = vsizeOfWeight(transactionWeight(inputs.length, outputs.length, bytes))
  const highest = feeAtHighestRateSats(checks.caps.fees, vsize)
  if (fee > highest)
    return { code: 'FEE_RATE_ABOVE_CEILING', feeSats, ceilingSats: String(highest) }
  return findPlannedFeeFault(plan, fee)
}

/** The fee that inputs and outputs leave is the one that was written down. */
export function findPlannedFeeFault(
  { feeSats: planned }: Pick<StoredPlan, 'feeSats'>,
  fee: bigint,
): SignerFault | null {
  const feeSats = String(fee)
  if (fee <= 0n) return { code: 'FEE_NOT_POSITIVE', feeSats }
  if (fee === planned) return null
  return {
    code: 'FEE_NOT_AS_PLANNED',
    feeSats,
    plannedSats: planned === null ? null : String(planned),
  }
}

export function rateFault(plan: StoredPlan): SignerFault | null {
  const { storedUsdCentsPerBtc: stored, rateUsdCentsPerBtc: rate } = plan
  if (stored === null) return { code: 'PRICE_NOT_STORED' }
  const difference = rate > stored ? rate - stored : stored - rate
  return difference > shareOf(stored, rateToleranceBasisPoints)
    ? {
        code: 'RATE_FAR_FROM_PRICE',
        usdCentsPerBtc: String(rate),
        storedUsdCentsPerBtc: String(stored),
      }
    : null
}
