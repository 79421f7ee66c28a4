import type { KeyObject } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import { outpointText } from '#domain/coin-selection.ts'
import { fewestConsolidated } from '#domain/fees.ts'
import { sumOfSats } from '#domain/money.ts'
import { isPossiblePrice } from '#domain/price.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import type { Caps } from './caps.ts'
import { feeFault, findPlannedFeeFault, rateFault } from './fees-and-rate.ts'
import { findHeldAddressFault } from './held-addresses.ts'
import { orderFault } from './order-approval.ts'
import { isChange, outputFault, same, withdrawalOutputsFault } from './payment-outputs.ts'
import type { StoredPlan } from './read-plan.ts'
import { ownSweepFault, sweepFault } from './sweep.ts'
import type { Wallet } from './wallet.ts'

/** The keys and limits that plans are checked against. */
export type Checks = { wallet: Wallet; network: Network; macKey: KeyObject; caps: Caps }

/** Some output is of a line or of a withdrawal. */
export const paysSomebody = ({ outputs }: Pick<StoredPlan, 'outputs'>): boolean =>
  outputs.some(({ line, withdrawalId }) => line !== null || withdrawalId !== null)

/**
 * Why a plan must not be signed, or null. The signer trusts the database for nothing that its own
 * seed, the MAC key and arithmetic can tell.
 */
export function findPlanFault(plan: StoredPlan, checks: Checks): SignerFault | null {
  if (plan.inputs.length === 0 || plan.outputs.length === 0) return { code: 'PLAN_EMPTY' }
  if (!plan.order) return { code: 'NOT_ORDERED' }
  // The rate is checked first, because sums are made at it. A thief who writes prices cannot make
  // one bitcoin a dollar.
  const { rateUsdCentsPerBtc: rate } = plan
  if (!isPossiblePrice(rate)) return { code: 'RATE_IMPOSSIBLE', usdCentsPerBtc: String(rate) }
  const fault = inputsFault(plan, checks.wallet)
  return fault ?? (paysSomebody(plan) ? paymentFault(plan, checks) : ownFault(plan, checks))
}

function inputsFault(plan: StoredPlan, wallet: Wallet): SignerFault | null {
  const { inputs, plannedInputs, outputs, plannedOutputs } = plan
  if (inputs.length !== plannedInputs) {
    return { code: 'INPUT_MISSING', planned: plannedInputs, found: inputs.length }
  }
  if (outputs.length !== plannedOutputs) {
    return { code: 'OUTPUT_MISSING', planned: plannedOutputs, found: outputs.length }
  }
  for (const { txid, vout, payrollId, branch, index, script } of inputs) {
    const outpoint = outpointText(txid, vout)
    if (payrollId !== plan.payrollId) return { code: 'INPUT_OF_ANOTHER_PAYROLL', outpoint }
    if (!same(wallet.key(branch, index).script, script)) return { code: 'INPUT_FOREIGN', outpoint }
  }
  return outputs.some(({ lanePaymentId }) => lanePaymentId && lanePaymentId !== plan.paymentId)
    ? { code: 'LANE_OF_ANOTHER_PAYMENT' }
    : null
}

const feeOf = ({ inputs, outputs }: StoredPlan): bigint => sumOfSats(inputs) - sumOfSats(outputs)

/** A batch, a replacement of one, or a withdrawal. */
function paymentFault(plan: StoredPlan, checks: Checks): SignerFault | null {
  const { wallet, network, macKey } = checks
  if (plan.type !== 'send' && plan.type !== 'withdrawal') return { code: 'PAYS_OTHERS' }
  const rate = rateFault(plan)
  if (rate) return rate
  for (const output of plan.outputs) {
    const fault = outputFault(output, plan, wallet, network, macKey)
    if (fault) return fault
  }
  const lines = plan.outputs.flatMap(({ line }) => (line ? [line.id] : []))
  if (new Set(lines).size !== lines.length) return { code: 'LINE_PAID_TWICE' }
  const held = findHeldAddressFault(plan, macKey)
  if (held) return held
  const change = plan.outputs.filter(
    ({ line, lanePaymentId, withdrawalId }) => !line && !lanePaymentId && !withdrawalId,
  )
  if (change.length > 1) return { code: 'SEVERAL_CHANGE_OUTPUTS' }
  const fee = feeOf(plan)
  return (
    feeFault(plan, fee, checks) ??
    withdrawalOutputsFault(plan) ??
    (plan.sweep ? sweepFault(plan, fee, checks) : orderFault(plan, fee, checks))
  )
}

/** A child, a cancellation or a consolidation: it pays nobody but the payroll. */
function ownFault(plan: StoredPlan, checks: Checks): SignerFault | null {
  if (!plan.outputs.every((output) => isChange(output, plan, checks.wallet))) {
    return { code: 'PAYS_OTHERS' }
  }
  const fee = feeOf(plan)
  const planned = findPlannedFeeFault(plan, fee)
  if (planned) return planned
  if (plan.sweep) return ownSweepFault(plan, fee, checks)
  if (plan.type !== 'consolidation') return orderFault(plan, fee, checks)
  // A few deposits over and over would burn the payroll's money by fees.
  if (plan.inputs.length < fewestConsolidated) return { code: 'INPUTS_TOO_FEW' }
  return feeFault(plan, fee, checks) ?? orderFault(plan, fee, checks)
}
