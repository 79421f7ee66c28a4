import type { OutputType } from './address.ts'
import {
  calculateRequiredFee,
  largestFirst,
  type Target,
  type Utxo,
  without,
} from './coin-selection.ts'
import { type FeeCeilings, withdrawalFeeCeilingSats } from './fee-ceilings.ts'
import {
  comfortableHeadSats,
  dustSats,
  inputCostSats,
  maximumDeposits,
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
  /** Deposits beyond those one transaction may spend, although everything was asked for. */
  leavesUtxos: boolean
}

export type WithdrawalProblem =
  | { code: 'INSUFFICIENT_FUNDS'; missingSats: bigint }
  /** The funds are in more deposits than one transaction may spend: at most this much goes at once. */
  | { code: 'TOO_MANY_COINS'; mostSats: bigint }
  | { code: 'DUST_AMOUNT' }
  | { code: 'FEE_TOO_HIGH' }

type Chosen = { utxos: Utxo[]; headSats: bigint; leavesUtxos: boolean }

/** The heads and what is to be excluded, then the deposits, the largest first. */
function inOrder(input: WithdrawalInput): { required: Utxo[]; deposits: Utxo[] } {
  const required = selectRequired(input)
  return { required, deposits: largestFirst(without(input.deposits, required)) }
}

/**
 * R1 as for a payment; one deposit more where the head would be hard to spend. Without a head all
 * deposits are spent (R2), or as many of the largest as one transaction may spend.
 */
function forPart(requestedSats: bigint, input: WithdrawalInput): Chosen | WithdrawalProblem {
  const { required, deposits } = inOrder(input)
  const needed = requestedSats + minimumHeadSats
  const total = sumOfSats(required) + sumOfSats(deposits)
  if (total < needed) return { code: 'INSUFFICIENT_FUNDS', missingSats: needed - total }
  const isFirst = input.heads.length === 0
  const room = isFirst ? maximumInputs - required.length : maximumDeposits
  const all = [...required, ...deposits.slice(0, room)]
  const most = sumOfSats(all) - minimumHeadSats
  if (most < requestedSats) return { code: 'TOO_MANY_COINS', mostSats: most < 0n ? 0n : most }
  let count = isFirst ? all.length : required.length
  const reached = () => sumOfSats(all.slice(0, count))
  while (reached() < needed) count++
  if (reached() < requestedSats + comfortableHeadSats && count < all.length) count++
  return { utxos: all.slice(0, count), headSats: reached() - requestedSats, leavesUtxos: false }
}

/** More than one transaction spends leave a head, so that the line of the payroll goes on. */
function forAll(input: WithdrawalInput, target: Target): Chosen | WithdrawalProblem {
  const { required, deposits } = inOrder(input)
  const { feeRateSatsPerKvb, type } = input
  const all = [...required, ...deposits]
  if (all.length === 0) {
    const { fee } = calculateRequiredFee(1, target, false, feeRateSatsPerKvb)
    const least = inputCostSats(feeRateSatsPerKvb) + 1n
    const missing = dustSats[type] + fee
    return { code: 'INSUFFICIENT_FUNDS', missingSats: missing > least ? missing : least }
  }
  const leavesUtxos = all.length > maximumInputs
  const headSats = leavesUtxos ? minimumHeadSats : 0n
  return { utxos: all.slice(0, maximumInputs), headSats, leavesUtxos }
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
  const { utxos, headSats, leavesUtxos } = chosen
  const total = sumOfSats(utxos)
  const { fee: feeSats, vsize } = calculateRequiredFee(utxos.length, target, headSats > 0n, feeRate)
  const sats = total - headSats - feeSats
  if (sats < dustSats[type]) return { code: 'DUST_AMOUNT' }
  const ceiling = withdrawalFeeCeilingSats(feeCeilings, requestedSats, total, (cents) =>
    satsFromCents(cents, input.rateUsdCentsPerBtc),
  )
  if (feeSats > ceiling) return { code: 'FEE_TOO_HIGH' }
  return { utxos, sats, headSats, feeSats, vsize, feeCeilingSats: ceiling, leavesUtxos }
}
