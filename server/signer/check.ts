import type { KeyObject } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import { sumOfSats } from '#domain/money.ts'
import { isPossiblePrice } from '#domain/price.ts'
import type { Caps } from './caps.ts'
import { feeFault, rateFault } from './fees-and-rate.ts'
import { orderFault, ownFeeFault } from './order-approval.ts'
import { isChange, outputFault, same, withdrawalOutputsFault } from './payment-outputs.ts'
import type { StoredPlan } from './read-plan.ts'
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
export function faultOf(plan: StoredPlan, checks: Checks): string | null {
  if (plan.inputs.length === 0 || plan.outputs.length === 0) return 'the plan is empty'
  if (!plan.order) return 'nobody has ordered it'
  // First, because sums are made at this rate. A thief who writes prices cannot make one bitcoin a
  // dollar.
  if (!isPossiblePrice(plan.rateUsdCentsPerBtc)) return 'the rate is absurd'
  const fault = inputsFault(plan, checks.wallet)
  return fault ?? (paysSomebody(plan) ? paymentFault(plan, checks) : ownFault(plan, checks))
}

function inputsFault(plan: StoredPlan, wallet: Wallet): string | null {
  if (plan.inputs.length !== plan.plannedInputs) return 'a UTXO of the plan is missing'
  if (plan.outputs.length !== plan.plannedOutputs) return 'an output of the plan is missing'
  for (const input of plan.inputs) {
    if (input.payrollId !== plan.payrollId) return 'a UTXO belongs to another payroll'
    if (!same(wallet.key(input.branch, input.index).script, input.script)) {
      return 'a UTXO is not of this wallet'
    }
  }
  return plan.outputs.some(({ lanePaymentId }) => lanePaymentId && lanePaymentId !== plan.paymentId)
    ? 'an output is a lane of another payment'
    : null
}

const feeOf = ({ inputs, outputs }: StoredPlan): bigint => sumOfSats(inputs) - sumOfSats(outputs)

/** A batch, a replacement of one, or a withdrawal. */
function paymentFault(plan: StoredPlan, { wallet, network, macKey, caps }: Checks): string | null {
  if (plan.type === 'cancel' || plan.type === 'child') return 'it pays somebody else than us'
  const rate = rateFault(plan)
  if (rate) return rate
  for (const output of plan.outputs) {
    const fault = outputFault(output, plan, wallet, network, macKey)
    if (fault) return fault
  }
  const lines = plan.outputs.flatMap(({ line }) => (line ? [line.id] : []))
  if (new Set(lines).size !== lines.length) return 'a line is paid twice'
  const change = plan.outputs.filter(
    ({ line, lanePaymentId, withdrawalId }) => !line && !lanePaymentId && !withdrawalId,
  )
  if (change.length > 1) return 'there is more than one change output'
  const fee = feeOf(plan)
  return (
    feeFault(plan, fee, caps.fees) ?? withdrawalOutputsFault(plan) ?? orderFault(plan, fee, macKey)
  )
}

/** A child, a cancellation or a gathering: it pays nobody but the payroll. */
function ownFault(plan: StoredPlan, checks: Checks): string | null {
  if (!plan.outputs.every((output) => isChange(output, plan, checks.wallet))) {
    return 'it pays somebody else than us'
  }
  const fee = feeOf(plan)
  if (fee <= 0n || fee !== plan.feeSats) return 'the fee is not the planned one'
  const gathers = plan.outputs.some(({ lanePaymentId }) => lanePaymentId)
  return (gathers ? feeFault(plan, fee, checks.caps.fees) : null) ?? ownFeeFault(plan, fee, checks)
}
