import { calculateRequiredFee, countedDeposits, largestFirst, type Utxo } from './coin-selection.ts'
import { changeOutputBytes, fewestConsolidated, maximumInputs } from './fees.ts'
import { sumOfSats } from './money.ts'

/**
 * One transaction that makes a deposit of many. It pays nobody and spends no head, so it begins no
 * line of heads (decision 5).
 */
export type Consolidation = {
  utxos: Utxo[]
  /** The deposit that it makes; 0n or less: the fee takes all. */
  sats: bigint
  feeSats: bigint
  vsize: number
}

/** The refusal of what needs one first. */
export type DepositsToConsolidate = {
  code: 'DEPOSITS_TO_CONSOLIDATE'
  deposits: number
  feeSats: bigint
}

export const toDepositsToConsolidate = ({
  utxos,
  feeSats,
}: Consolidation): DepositsToConsolidate => ({
  code: 'DEPOSITS_TO_CONSOLIDATE',
  deposits: utxos.length,
  feeSats,
})

const oneOutput = { outputs: 1, outputBytes: changeOutputBytes, sats: 0n }

/**
 * Consolidates as many deposits as one transaction spends, the largest first; null: there are fewer
 * than 100.
 */
export function planConsolidation(
  deposits: readonly Utxo[],
  feeRateSatsPerKvb: bigint,
): Consolidation | null {
  const utxos = largestFirst(countedDeposits(deposits)).slice(0, maximumInputs)
  if (utxos.length < fewestConsolidated) return null
  const size = calculateRequiredFee(utxos.length, oneOutput, false, feeRateSatsPerKvb)
  return { utxos, sats: sumOfSats(utxos) - size.fee, feeSats: size.fee, vsize: size.vsize }
}

/** Deposits, the largest first, as they will be once no more than `most` are left. */
export function consolidateUntil(
  deposits: readonly Utxo[],
  most: number,
  feeRateSatsPerKvb: bigint,
): Utxo[] {
  let left = [...deposits]
  for (let round = 0; left.length > most; round++) {
    const one = planConsolidation(left, feeRateSatsPerKvb)
    if (!one) break
    left = [{ id: `consolidation ${round}`, sats: one.sats }, ...left.slice(one.utxos.length)]
  }
  return left
}
