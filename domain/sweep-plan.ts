import type { OutputType } from './address.ts'
import { calculateRequiredFee, type Utxo, without, worthSpending } from './coin-selection.ts'
import { type FeeCeilings, feeCeilingSats } from './fee-ceilings.ts'
import { dustSats, maximumInputs } from './fees.ts'
import { larger, satsFromCents, sumOfSats } from './money.ts'
import { type Funds, selectRequired } from './run-inputs.ts'
import { leastHeadSats, trialSats } from './sweep-rules.ts'
import type { WithdrawalPlan } from './withdrawal-plan.ts'

export type SweepInput = Funds & {
  /** The sum that stays in the payroll: its floor and the deposits for the next run. */
  keepSats: bigint
  /** The first sweep to an address. */
  isTrial: boolean
  type: OutputType
  outputBytes: number
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  feeCeilings: FeeCeilings
}

export type SweepPlan = WithdrawalPlan & { requestedSats: bigint }
type SweepProblem = 'NOTHING_LEFT' | 'FEE_TOO_HIGH'

/**
 * Plans one transaction that takes what is above `keepSats` out of a payroll, or says why none
 * does. The sweep spends the heads (R1) and as many deposits as are worth it, and leaves at least
 * 10,000 sat as the next head. There is no sweep whose fee and dust would eat it.
 */
export function planSweep(input: SweepInput): SweepPlan | SweepProblem {
  const { heads, isTrial, type, feeRateSatsPerKvb: rate, feeCeilings } = input
  // R2: without a head no payment has begun a line here.
  if (heads.length === 0) return 'NOTHING_LEFT'
  if (rate > feeCeilings.feeRateSatsPerKvb) return 'FEE_TOO_HIGH'
  const required = selectRequired(input)
  const deposits = worthSpending(without(input.deposits, required), rate).slice(
    0,
    maximumInputs - required.length,
  )
  const keep = larger(input.keepSats, leastHeadSats)
  const utxos = isTrial ? forTrial(required, deposits, keep, input) : [...required, ...deposits]
  const { fee: feeSats, vsize } = feeOf(utxos, input)
  const free = sumOfSats(utxos) - keep - feeSats
  const sats = isTrial ? trialSats : free
  if (free < sats || sats <= dustSats[type] + feeSats) return 'NOTHING_LEFT'
  const satsOf = (cents: bigint) => satsFromCents(cents, input.rateUsdCentsPerBtc)
  const requestedSats = sats + feeSats
  const ceiling = feeCeilingSats(feeCeilings, requestedSats, satsOf)
  if (feeSats > ceiling) return 'FEE_TOO_HIGH'
  const headSats = sumOfSats(utxos) - requestedSats
  return {
    utxos,
    sats,
    headSats,
    feeSats,
    vsize,
    requestedSats,
    feeCeilingSats: ceiling,
  }
}

const feeOf = (utxos: readonly Utxo[], { outputBytes, feeRateSatsPerKvb }: SweepInput) =>
  calculateRequiredFee(utxos.length, { outputs: 1, outputBytes, sats: 0n }, true, feeRateSatsPerKvb)

/** A trial takes as few deposits as it needs. */
function forTrial(
  required: readonly Utxo[],
  deposits: readonly Utxo[],
  keep: bigint,
  input: SweepInput,
): Utxo[] {
  const utxos = [...required]
  for (const deposit of deposits) {
    if (sumOfSats(utxos) >= trialSats + keep + feeOf(utxos, input).fee) break
    utxos.push(deposit)
  }
  return utxos
}
