import type { Requirement } from '#domain/approval-requirement.ts'
import { type Consolidation, planConsolidation } from '#domain/consolidation.ts'
import { feeCeilingSats } from '#domain/fee-ceilings.ts'
import { fastestRateWithin } from '#domain/fee-targets.ts'
import { larger, satsFromCents } from '#domain/money.ts'
import { type Quorum, readQuorum, roleOf } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { Facts } from '../run/read-facts.ts'

export type PlannedConsolidation = Consolidation & {
  feeRateSatsPerKvb: bigint
  rateUsdCentsPerBtc: bigint
  feeCeilingSats: bigint
  requirement: Requirement
  /** The people and rules of which the requirement was made. */
  quorum: Quorum
}

/**
 * An administrator who asks confirms a fee above the ceiling, and each act of a company of keys alone; for
 * anybody else, somebody approves it.
 */
const confirmationBy = (quorum: Quorum, userId: string | null): Requirement =>
  userId !== null && roleOf(quorum, userId) === 'ADMIN'
    ? { required: 0, ownCode: true }
    : { required: 1, ownCode: false }

/** Plans one transaction that makes a deposit of many; null: there are too few, or no price. */
export async function planFor(
  db: Db,
  { macKey }: Pick<Deps, 'macKey'>,
  facts: Facts,
  { userId, now }: { userId: string | null; now: Date },
): Promise<PlannedConsolidation | null> {
  const { funds, feeRates, feeCeilings, price, payroll } = facts
  const feeRateSatsPerKvb = fastestRateWithin(feeRates, feeCeilings.feeRateSatsPerKvb)
  const plan = planConsolidation(funds.deposits, feeRateSatsPerKvb)
  if (!plan || !price) return null
  const { usdCentsPerBtc } = price
  const ceiling = feeCeilingSats(feeCeilings, plan.sats, (cents) =>
    satsFromCents(cents, usdCentsPerBtc),
  )
  const quorum = await readQuorum(db, macKey, payroll.companyId, now)
  const asks = quorum.strongOnly || plan.feeSats > ceiling
  return {
    ...plan,
    feeRateSatsPerKvb,
    rateUsdCentsPerBtc: usdCentsPerBtc,
    feeCeilingSats: larger(ceiling, plan.feeSats),
    requirement: asks ? confirmationBy(quorum, userId) : { required: 0, ownCode: false },
    quorum,
  }
}
