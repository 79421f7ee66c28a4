import type { KeyObject } from 'node:crypto'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { type FeeCeilings, feeCeilingSats } from '#domain/fee-ceilings.ts'
import { larger, satsFromCents, satsFromCentsRoundedUp, sumOfSats } from '#domain/money.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { leastHeadSats, sweepOnTrial, trialSats } from '#domain/sweep-rules.ts'
import { approvedSweeps, sweepsInForce, trialArrivedAt } from '#server/authorization/sweeps.ts'
import type { Caps } from './caps.ts'
import { same } from './payment-outputs.ts'
import type { StoredPlan } from './read-plan.ts'

/**
 * The rule of a sweep and the address it names, as people have approved them; null where either is not
 * so, or the rule is of another payroll.
 */
export function findApprovedRule(plan: StoredPlan, macKey: KeyObject) {
  const { sweep, order } = plan
  if (!sweep || !order) return null
  const approved = approvedSweeps(macKey, sweep)
  const rule = approved.find(
    ({ id, payload }) => id === order.row.change_order_id && payload.what === 'RULE',
  )
  const address = approved.find(
    ({ id, payload }) => id === rule?.payload.addressId && payload.what === 'ADDRESS',
  )
  const floor = rule?.payload.floorUsdCents ?? null
  if (!rule || !address || floor === null || rule.payload.payrollId !== plan.payrollId) return null
  const hasArrived = trialArrivedAt(approved, address.id) !== null
  const floorUsdCents = BigInt(floor)
  return { rule, address, hasArrived, floorUsdCents, inForce: sweepsInForce(approved) }
}

/** An order of the program has no MAC: its rows name the company, payroll and withdrawal of the plan. */
function ownOrderFault({ order, ...plan }: StoredPlan): SignerFault | null {
  if (!order) return { code: 'NOT_ORDERED' }
  const { row } = order
  const isOther =
    row.company_id !== plan.companyId ||
    row.payroll_id !== plan.payrollId ||
    row.sheet_id !== null ||
    row.withdrawal_id !== (plan.withdrawal?.id ?? null)
  return isOther ? { code: 'ORDER_OF_ANOTHER_PAYMENT', orderId: row.id } : null
}

type SweepChecks = { macKey: KeyObject; network: Network; caps: Caps }

/** Why a sweep is not what people have approved, or null. */
export function sweepFault(
  plan: StoredPlan,
  feeSats: bigint,
  checks: SweepChecks,
): SignerFault | null {
  const { sweep, order, withdrawal } = plan
  const other = ownOrderFault(plan)
  if (other) return other
  if (!sweep || !order || !withdrawal) return { code: 'NOT_ORDERED' }
  const about = { orderId: order.row.id }
  const approved = findApprovedRule(plan, checks.macKey)
  if (!approved) return { code: 'SWEEP_NOT_APPROVED', ...about }
  const { rule, address, inForce } = approved
  const parsed = parseBtcAddress(address.payload.address, checks.network)
  const paid = plan.outputs.filter(({ withdrawalId }) => withdrawalId !== null)
  if (!parsed.ok || !paid.every(({ script }) => same(script, parsed.script))) {
    return { code: 'SWEEP_TO_ANOTHER_ADDRESS', ...about }
  }
  if (sweep.isDone) return { code: 'SWEPT_BEFORE', ...about }
  const isTrial = order.row.claims_period === sweepOnTrial(address.id)
  const sats = sumOfSats(paid)
  // A bump, too: the claim of an order that was signed for a trial may have been rewritten.
  const isTried = isTrial ? sats <= trialSats : approved.hasArrived
  if (!isTried) return { code: 'SWEEP_NOT_TRIED', ...about }
  if (!isTrial && !sweep.followsRun) return { code: 'SWEPT_BEFORE', ...about }
  const amount = amountFault(plan, feeSats, { ...approved, sats, fees: checks.caps.fees })
  if (amount || order.isBegun) return amount
  if (inForce.rules.get(plan.payrollId)?.id !== rule.id || isBeforeRestoration(plan, rule)) {
    return { code: 'SWEEP_NOT_APPROVED', ...about }
  }
  const now = inForce.address
  if (!now || now.from > order.now) return { code: 'SWEEP_ADDRESS_HELD', ...about }
  return sweep.isBeside ? { code: 'SWEEP_BESIDE_ORDER', ...about } : null
}

const isBeforeRestoration = ({ sweep }: StoredPlan, { askedAt }: { askedAt: Date }): boolean =>
  !!sweep?.restoredAt && askedAt <= sweep.restoredAt

/** The head that stays is never below the floor, and the fee within its share of the amount moved. */
function amountFault(
  plan: StoredPlan,
  feeSats: bigint,
  { floorUsdCents, sats, fees }: { floorUsdCents: bigint; sats: bigint; fees: FeeCeilings },
): SignerFault | null {
  const rate = plan.rateUsdCentsPerBtc
  const head = sumOfSats(plan.outputs.filter(({ withdrawalId }) => withdrawalId === null))
  const least = larger(leastHeadSats, satsFromCentsRoundedUp(floorUsdCents, rate))
  if (head < least) {
    return { code: 'SWEEP_BELOW_FLOOR', sats: String(head), floorSats: String(least) }
  }
  const ceiling = feeCeilingSats(fees, sats + feeSats, (cents) => satsFromCents(cents, rate))
  if (feeSats <= ceiling) return null
  return { code: 'FEE_ABOVE_CEILING', feeSats: String(feeSats), ceilingSats: String(ceiling) }
}

/**
 * The cancellation of a sweep that was signed, for a fee within its share of what the sweep moved. A
 * child would pay out of the head: a sweep pays for its own bump.
 */
export function ownSweepFault(
  plan: StoredPlan,
  feeSats: bigint,
  { macKey, caps }: SweepChecks,
): SignerFault | null {
  const other = ownOrderFault(plan)
  if (other) return other
  const { sweep, order, rateUsdCentsPerBtc: rate } = plan
  if (!sweep || !order || !findApprovedRule(plan, macKey)) return { code: 'NOT_ORDERED' }
  const about = { orderId: order.row.id }
  if (plan.type !== 'cancel' || !order.isBegun) return { code: 'SWEEP_NOT_APPROVED', ...about }
  const satsOf = (cents: bigint) => satsFromCents(cents, rate)
  const ceiling = feeCeilingSats(caps.fees, sweep.signedSats, satsOf)
  if (feeSats <= ceiling) return null
  return { code: 'FEE_ABOVE_CEILING', feeSats: String(feeSats), ceilingSats: String(ceiling) }
}
