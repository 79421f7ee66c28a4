import { feeCeilingSats } from '#domain/fee-ceilings.ts'
import { larger, MAX_SATS, satsFromCents, smaller } from '#domain/money.ts'
import { paydayCeilingUsdCents } from '#domain/payday-ceiling.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import { feeCeilingOf } from '../approval/index.ts'
import { planAt } from '../run/check-and-plan.ts'
import { sumOfBitcoin } from '../run/payee.ts'
import type { Facts } from '../run/read-facts.ts'

/** The most that a payday may take, and the plan behind it; null: no part of it is in bitcoin. */
export type Ceiling = {
  usdCents: bigint
  rateUsdCentsPerBtc: bigint | null
  plan: PaymentPlan | null
}

type Planned = Pick<Facts, 'salaries' | 'funds' | 'feeCeilings' | 'feeRateSatsPerKvb'>

/**
 * The ceiling at the present price. The funds may come later, so the fees are those of a plan from
 * one large deposit or, where the present UTXOs need more transactions, of a plan from these.
 */
export function paydayCeiling(facts: Planned, rate: bigint | null): Ceiling {
  if (rate === null) return { usdCents: 0n, rateUsdCentsPerBtc: null, plan: null }
  const { feeCeilings } = facts
  // A fee rate above the limit would plan nothing; at the hour of payment it may be lower.
  const feeRate = smaller(facts.feeRateSatsPerKvb, feeCeilings.feeRateSatsPerKvb)
  const satsOf = (cents: bigint) => satsFromCents(cents, rate)
  const deposits = [{ id: 'deposit', sats: MAX_SATS }]
  const funded = { ...facts, funds: { heads: [], deposits, excluded: [] } }
  const plan = planAt(funded, rate, feeRate)
  const plans = [plan, planAt(facts, rate, feeRate)]
  const feeSats = plans
    .map((one) => feeCeilingOf(one, rate, feeCeilings))
    .reduce(larger, feeCeilingSats(feeCeilings, plan.totalSats, satsOf))
  const usdCents = paydayCeilingUsdCents({
    bitcoinUsdCents: sumOfBitcoin(facts.salaries),
    feeCeilingSats: feeSats,
    rateUsdCentsPerBtc: rate,
  })
  return { usdCents, rateUsdCentsPerBtc: rate, plan }
}
