import type { PaymentPreview } from '#contract/payments.ts'
import { targetBlocks } from '#domain/fee-targets.ts'
import { amountAt } from '#domain/money.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import { planAt } from './check-and-plan.ts'
import type { Facts } from './read-facts.ts'

const isTooHigh = ({ problems }: PaymentPlan) =>
  problems.some(({ code }) => code === 'FEE_TOO_HIGH')

/**
 * The slower targets to choose from, with their costs, where the fee of the fastest one is above a
 * ceiling. `plan` is for the target of `facts`.
 */
export function slowerFeeOptions(
  facts: Facts,
  plan: PaymentPlan | null,
  needsCode: boolean,
): PaymentPreview['targets'] {
  const rate = facts.price?.usdCentsPerBtc
  if (!plan || rate === undefined) return []
  const plans = new Map([[facts.feeRateSatsPerKvb, plan]])
  const at = (feeRate: bigint): PaymentPlan => {
    const known = plans.get(feeRate) ?? planAt(facts, rate, feeRate)
    plans.set(feeRate, known)
    return known
  }
  const fastest = at(facts.feeRates[3])
  if (!fastest.isFeeAboveShare && !isTooHigh(fastest)) return []
  return targetBlocks.flatMap((blocks) => {
    const feeRate = facts.feeRates[blocks]
    const slower = at(feeRate)
    if (isTooHigh(slower)) return []
    return {
      blocks,
      feeRate: Number(feeRate) / 1000,
      cost: amountAt(slower.feeSats, rate),
      needsCode: needsCode || slower.isFeeAboveShare,
    }
  })
}
