import { type Consolidation, planConsolidation } from '#domain/consolidation.ts'
import { feeCeilingSats } from '#domain/fee-ceilings.ts'
import { fastestRateWithin } from '#domain/fee-targets.ts'
import { larger, satsFromCents } from '#domain/money.ts'
import { readQuorum } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { Facts } from '../run/read-facts.ts'

export type PlannedConsolidation = Consolidation & {
  feeRateSatsPerKvb: bigint
  rateUsdCentsPerBtc: bigint
  feeCeilingSats: bigint
  needsCode: boolean
}

/** Plans one transaction that makes a deposit of many; null: there are too few, or no price. */
export async function planFor(
  db: Db,
  { macKey }: Pick<Deps, 'macKey'>,
  facts: Facts,
  now: Date,
): Promise<PlannedConsolidation | null> {
  const { funds, feeRates, feeCeilings, price, payroll } = facts
  const feeRateSatsPerKvb = fastestRateWithin(feeRates, feeCeilings.feeRateSatsPerKvb)
  const plan = planConsolidation(funds.deposits, feeRateSatsPerKvb)
  if (!plan || !price) return null
  const { usdCentsPerBtc } = price
  const ceiling = feeCeilingSats(feeCeilings, plan.sats, (cents) =>
    satsFromCents(cents, usdCentsPerBtc),
  )
  const { strongOnly } = await readQuorum(db, macKey, payroll.companyId, now)
  return {
    ...plan,
    feeRateSatsPerKvb,
    rateUsdCentsPerBtc: usdCentsPerBtc,
    feeCeilingSats: larger(ceiling, plan.feeSats),
    needsCode: strongOnly || plan.feeSats > ceiling,
  }
}
