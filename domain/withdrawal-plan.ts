import type { OutputType } from './address.ts'
import {
  calculateRequiredFee,
  countedDeposits,
  largestFirst,
  type Target,
  type Utxo,
  without,
} from './coin-selection.ts'
import {
  type DepositsToConsolidate,
  planConsolidation,
  toDepositsToConsolidate,
} from './consolidation.ts'
import { type FeeCeilings, withdrawalFeeCeilingSats } from './fee-ceilings.ts'
import {
  comfortableHeadSats,
  dustSats,
  inputCostSats,
  maximumInputs,
  minimumHeadSats,
} from './fees.ts'
import { satsFromCents, sumOfSats } from './money.ts'
import { type Funds, selectRequired } from './run-inputs.ts'

export type WithdrawalInput = Funds & {
  /** The sum that leaves the payroll, the network fee included; null: everything. */
  requestedSats: bigint | null
  type: OutputType
  outputBytes: number
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  feeCeilings: FeeCeilings
}

export type WithdrawalPlan = {
  utxos: Utxo[]
  /** The sum that arrives. Inputs = sats + head + fee. */
  sats: bigint
  /** 0n: everything leaves the payroll. */
  headSats: bigint
  feeSats: bigint
  vsize: number
  feeCeilingSats: bigint
}

export type WithdrawalProblem =
  | { code: 'INSUFFICIENT_FUNDS'; missingSats: bigint }
  | DepositsToConsolidate
  | { code: 'DUST_AMOUNT' }
  | { code: 'FEE_TOO_HIGH' }

type Chosen = { utxos: Utxo[]; headSats: bigint }

/** The heads and what is to be excluded, then the deposits, the largest first. */
function inOrder(input: WithdrawalInput): { required: Utxo[]; deposits: Utxo[] } {
  const required = selectRequired(input)
  const deposits = largestFirst(countedDeposits(without(input.deposits, required)))
  return { required, deposits }
}

/**
 * R1 as for a payment; one deposit more where the head would be hard to spend. Without a head all
 * deposits are spent (R2).
 */
function forPart(requestedSats: bigint, input: WithdrawalInput): Chosen | WithdrawalProblem {
  const { required, deposits } = inOrder(input)
  const needed = requestedSats + minimumHeadSats
  const total = sumOfSats(required) + sumOfSats(deposits)
  if (total < needed) return { code: 'INSUFFICIENT_FUNDS', missingSats: needed - total }
  const isFirst = input.heads.length === 0
  const all = [...required, ...deposits].slice(0, maximumInputs)
  const leavesOut = all.length < required.length + deposits.length
  if (leavesOut && (isFirst || sumOfSats(all) < needed)) return consolidateFirst(input)
  let count = isFirst ? all.length : required.length
  const reached = () => sumOfSats(all.slice(0, count))
  while (reached() < needed) count++
  if (reached() < requestedSats + comfortableHeadSats && count < all.length) count++
  return { utxos: all.slice(0, count), headSats: reached() - requestedSats }
}

/** Everything: also the deposits that no run counts, as many as there is room for. */
function forAll(input: WithdrawalInput, target: Target): Chosen | WithdrawalProblem {
  const { required, deposits } = inOrder(input)
  const { feeRateSatsPerKvb, type } = input
  const counted = [...required, ...deposits]
  if (counted.length > maximumInputs) return consolidateFirst(input)
  const others = largestFirst(without(input.deposits, counted))
  const all = [...counted, ...others].slice(0, maximumInputs)
  if (all.length === 0) {
    const { fee } = calculateRequiredFee(1, target, false, feeRateSatsPerKvb)
    const least = inputCostSats(feeRateSatsPerKvb) + 1n
    const missing = dustSats[type] + fee
    return { code: 'INSUFFICIENT_FUNDS', missingSats: missing > least ? missing : least }
  }
  return { utxos: all, headSats: 0n }
}

function consolidateFirst({ deposits, feeRateSatsPerKvb }: WithdrawalInput): DepositsToConsolidate {
  const consolidation = planConsolidation(deposits, feeRateSatsPerKvb)
  if (!consolidation) throw new Error('Too many deposits are many')
  return toDepositsToConsolidate(consolidation)
}

/**
 * Plans one transaction that withdraws the amount asked for from a payroll, or says why not. The
 * fee comes out of the amount. A part leaves a head of at least 1,000 sat; everything leaves none.
 */
export function planWithdrawal(input: WithdrawalInput): WithdrawalPlan | WithdrawalProblem {
  const { requestedSats, type, outputBytes, feeRateSatsPerKvb: feeRate, feeCeilings } = input
  if (feeRate > feeCeilings.feeRateSatsPerKvb) return { code: 'FEE_TOO_HIGH' }
  const target = { outputs: 1, outputBytes, sats: 0n }
  const chosen = requestedSats === null ? forAll(input, target) : forPart(requestedSats, input)
  if ('code' in chosen) return chosen
  const { utxos, headSats } = chosen
  const total = sumOfSats(utxos)
  const { fee: feeSats, vsize } = calculateRequiredFee(utxos.length, target, headSats > 0n, feeRate)
  const sats = total - headSats - feeSats
  if (sats < dustSats[type]) return { code: 'DUST_AMOUNT' }
  const ceiling = withdrawalFeeCeilingSats(feeCeilings, requestedSats, total, (cents) =>
    satsFromCents(cents, input.rateUsdCentsPerBtc),
  )
  if (feeSats > ceiling) return { code: 'FEE_TOO_HIGH' }
  return { utxos, sats, headSats, feeSats, vsize, feeCeilingSats: ceiling }
}
