import {
  type FeeCeilings,
  feeAtHighestRateSats,
  feeCeilingSats,
  withdrawalFeeCeilingSats,
} from '#domain/fee-ceilings.ts'
import { outputBytes, transactionWeight, vsizeOfWeight } from '#domain/fees.ts'
import { satsFromCents, shareOf, sumOfSats } from '#domain/money.ts'
import type { StoredPlan } from './read-plan.ts'

/** The rate of a payment may differ this much from the market of its minute: 5 %. */
const rateToleranceBasisPoints = 500n

/**
 * The most a plan may pay in fees: of a run what its people get decides, of a withdrawal its amount.
 * Somebody who saw the fee of a run approves its order: the order's own ceiling decides (`orderFault`).
 */
function feeCeilingOf(plan: StoredPlan, fees: FeeCeilings): bigint {
  const satsOf = (cents: bigint) => satsFromCents(cents, plan.rateUsdCentsPerBtc)
  if (plan.withdrawal) {
    const { requestedSats } = plan.withdrawal
    return withdrawalFeeCeilingSats(fees, requestedSats, sumOfSats(plan.inputs), satsOf)
  }
  if (plan.order?.row.needs_approval) return fees.sats
  const paid = sumOfSats(plan.outputs.filter((output) => output.line || output.withdrawalId))
  // A transaction that pays nobody gathers deposits for others of its run.
  const gathered = sumOfSats(plan.outputs.filter((output) => output.lanePaymentId))
  return feeCeilingSats(fees, paid > 0n ? paid : gathered, satsOf)
}

export function feeFault(plan: StoredPlan, fee: bigint, fees: FeeCeilings): string | null {
  if (fee <= 0n || fee > feeCeilingOf(plan, fees)) return 'the fee is not within its ceiling'
  const { inputs, outputs } = plan
  const bytes = outputs.reduce((total, { script }) => total + outputBytes(script.length), 0)
  const vsize = vsizeOfWeight(transactionWeight(inputs.length, outputs.length, bytes))
  if (fee > feeAtHighestRateSats(fees, vsize)) return 'the fee rate is above its ceiling'
  return fee === plan.feeSats ? null : 'the fee is not the planned one'
}

export function rateFault(plan: StoredPlan): string | null {
  const { storedUsdCentsPerBtc: stored, rateUsdCentsPerBtc: rate } = plan
  if (stored === null) return 'no price is stored for the minute of the payment'
  const difference = rate > stored ? rate - stored : stored - rate
  return difference > shareOf(stored, rateToleranceBasisPoints)
    ? 'the rate is more than 5 % from the market of its minute'
    : null
}
