import type { KeyObject } from 'node:crypto'
import { addressOfScript, type Network, parseBtcAddress } from '#domain/address.ts'
import {
  type FeeCeilings,
  feeAtHighestRateSats,
  feeCeilingSats,
  withdrawalFeeCeilingSats,
} from '#domain/fee-ceilings.ts'
import { outputBytes, transactionWeight, vsizeOfWeight } from '#domain/fees.ts'
import { satsFromCents, shareOf, sumOfSats } from '#domain/money.ts'
import { isPossiblePrice } from '#domain/price.ts'
import { verifyEmployeeMac } from '#server/platform/authenticity.ts'
import { orderFault } from './approval.ts'
import type { Caps } from './caps.ts'
import type { StoredPlan } from './plan.ts'
import type { Wallet } from './wallet.ts'

/** The rate of a payment may differ this much from the market of its minute: 5 %. */
const rateToleranceBasisPoints = 500n

export const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** People are paid where they were paid before, and writing an address costs more than the rest of a line. */
const scriptsKnown = 20_000
const scriptOf = new Map<string, Uint8Array>()

/** Whether this is the script of an address; a process knows one network. */
function isScriptOf(address: string, script: Uint8Array, network: Network): boolean {
  const known = scriptOf.get(address)
  if (known) return same(known, script)
  if (addressOfScript(script, network) !== address) return false
  if (scriptOf.size >= scriptsKnown) scriptOf.clear()
  scriptOf.set(address, script)
  return true
}

type Line = NonNullable<StoredPlan['outputs'][number]['line']>

function lineFault(
  line: Line,
  { script, sats }: StoredPlan['outputs'][number],
  plan: StoredPlan,
  network: Network,
  macKey: KeyObject,
): string | null {
  const { companyId, employeeId, address, usdCents, version } = line
  const terms = { companyId, employeeId, address, baseSalaryUsdCents: usdCents, version }
  if (companyId !== plan.companyId || line.paymentId !== plan.paymentId) {
    return 'a line belongs to another payment'
  }
  if (!verifyEmployeeMac(macKey, terms, line.mac)) {
    return 'an address or an amount was changed without authority'
  }
  // The address was parsed, and is under the MAC, since it was entered.
  if (!isScriptOf(address, script, network)) return 'a script is not its address'
  if (sats !== satsFromCents(usdCents, plan.rateUsdCentsPerBtc)) {
    return 'an amount is not the salary at the rate'
  }
  return line.paidElsewhere ? 'a line is paid by another transaction too' : null
}

function outputFault(
  output: StoredPlan['outputs'][number],
  plan: StoredPlan,
  wallet: Wallet,
  network: Network,
  macKey: KeyObject,
): string | null {
  const { line, withdrawalId, change, feedsPaymentId } = output
  if (feedsPaymentId && feedsPaymentId !== plan.paymentId) return 'an output feeds another payment'
  if (line) {
    return line.isOutput
      ? lineFault(line, output, plan, network, macKey)
      : 'an output is not its line'
  }
  if (withdrawalId) return withdrawalFault(output, plan, network)
  const isOurs =
    change !== null &&
    change.branch === 1 &&
    change.payrollId === plan.payrollId &&
    same(wallet.key(1, change.index).script, output.script)
  return isOurs ? null : 'an output is neither a line nor our change'
}

function withdrawalFault(
  { script, sats, withdrawalId }: StoredPlan['outputs'][number],
  { withdrawal }: StoredPlan,
  network: Network,
): string | null {
  if (!withdrawal || withdrawal.id !== withdrawalId) return 'an output is of another withdrawal'
  const parsed = parseBtcAddress(withdrawal.address, network)
  if (!parsed.ok || !same(parsed.script, script)) return 'a script is not its address'
  return withdrawal.requestedSats !== null && sats > withdrawal.requestedSats
    ? 'a withdrawal is more than was asked for'
    : null
}

/** What a withdrawal has that a run has not. */
function kindFault(plan: StoredPlan, replaces: boolean): string | null {
  const paid = plan.outputs.filter((output) => output.withdrawalId)
  if (!plan.withdrawal) return paid.length > 0 ? 'an output is of another withdrawal' : null
  if (paid.length !== 1 || plan.outputs.some((output) => output.line || output.feedsPaymentId)) {
    return 'a withdrawal pays its address once, and nobody else'
  }
  // A coin that came later may pay for a bump, and what is left of it stays.
  return plan.withdrawal.requestedSats === null && plan.outputs.length > 1 && !replaces
    ? 'a withdrawal of everything leaves change'
    : null
}

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
  // One that pays nobody gathers coins for others of its run.
  const gathered = sumOfSats(plan.outputs.filter((output) => output.feedsPaymentId))
  return feeCeilingSats(fees, paid > 0n ? paid : gathered, satsOf)
}

function feeFault(plan: StoredPlan, fee: bigint, fees: FeeCeilings): string | null {
  if (fee <= 0n || fee > feeCeilingOf(plan, fees)) return 'the fee is not within its ceiling'
  const { inputs, outputs } = plan
  const bytes = outputs.reduce((total, { script }) => total + outputBytes(script.length), 0)
  const vsize = vsizeOfWeight(transactionWeight(inputs.length, outputs.length, bytes))
  if (fee > feeAtHighestRateSats(fees, vsize)) return 'the fee rate is above its ceiling'
  return fee === plan.feeSats ? null : 'the fee is not the planned one'
}

function rateFault(plan: StoredPlan): string | null {
  const { storedUsdCentsPerBtc: stored, rateUsdCentsPerBtc: rate } = plan
  if (stored === null) return 'no price is stored for the minute of the payment'
  // Whoever can write prices cannot make one bitcoin a dollar.
  if (!isPossiblePrice(rate)) return 'the rate is absurd'
  const difference = rate > stored ? rate - stored : stored - rate
  return difference > shareOf(stored, rateToleranceBasisPoints)
    ? 'the rate is more than 5 % from the market of its minute'
    : null
}

/** What plans are checked against. */
export type Checks = { wallet: Wallet; network: Network; macKey: KeyObject; caps: Caps }

/**
 * Why a plan must not be signed, or null. The signer trusts the database for nothing that its own
 * seed, the MAC key and arithmetic can tell.
 */
export function faultOf(
  plan: StoredPlan,
  { wallet, network, macKey, caps }: Checks,
  replaces = false,
): string | null {
  if (plan.inputs.length === 0 || plan.outputs.length === 0) return 'the plan is empty'
  if (!plan.order) return 'nobody has ordered it'
  // First, for all sums below are made at this rate.
  const rate = rateFault(plan)
  if (rate) return rate
  if (plan.inputs.length !== plan.plannedInputs) return 'a coin of the plan is missing'
  if (plan.outputs.length !== plan.plannedOutputs) return 'an output of the plan is missing'
  for (const input of plan.inputs) {
    if (input.payrollId !== plan.payrollId) return 'a coin belongs to another payroll'
    if (!same(wallet.key(input.branch, input.index).script, input.script)) {
      return 'a coin is not of this wallet'
    }
  }
  for (const output of plan.outputs) {
    const fault = outputFault(output, plan, wallet, network, macKey)
    if (fault) return fault
  }
  const lines = plan.outputs.flatMap((output) => (output.line ? [output.line.id] : []))
  if (new Set(lines).size !== lines.length) return 'a line is paid twice'
  const change = plan.outputs.filter(
    (output) => !output.line && !output.feedsPaymentId && !output.withdrawalId,
  )
  if (change.length > 1) return 'there is more than one change output'
  const fee = sumOfSats(plan.inputs) - sumOfSats(plan.outputs)
  return (
    feeFault(plan, fee, caps.fees) ?? kindFault(plan, replaces) ?? orderFault(plan, fee, macKey)
  )
}
