import { type Target, type Utxo, worthSpending } from './coin-selection.ts'
import {
  inputCostSats,
  maximumInputs,
  maximumRelayedWeight,
  minimumHeadSats,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { feeSats, larger, sumOfSats } from './money.ts'

/** The fee of an unconfirmed transaction is raised: by a child that pays for both, or a replacement. */

/**
 * The node takes a replacement for a fee above all that it evicts (BIP 125, rules 3 and 4) and at a
 * rate above the replaced one (Bitcoin Core, doc/policy/mempool-replacements.md, rule 6).
 */
export type Floor = {
  /** The fees of all that the replacement evicts: the version before and its descendants. */
  evictedFeeSats: bigint
  /** The rate of the version before by itself, in satoshi per 1,000 vB, rounded up. */
  replacedRate: bigint
  incrementalRate: bigint
}

type Paid = { feeSats: bigint; vsize: number }

/** A replacement pays for itself alone. */
export const noParent: Paid = { feeSats: 0n, vsize: 0 }

export type Raise = {
  /** Inputs of any version before are spent in any case. */
  utxos: readonly Utxo[]
  /** Outputs that keep their amounts: people, and lanes. */
  kept: Target
  /** Bytes of the one output that takes what is left: the head, or a withdrawal of everything. */
  restBytes: number
  /** Deposits that are added where the inputs do not suffice, the largest first. */
  spare: readonly Utxo[]
  /** A child lifts this parent to the rate, together with itself. */
  parent: Paid
  feeRateSatsPerKvb: bigint
  floor: Floor
}

export type Raised = {
  /** Deposits beyond `utxos`. */
  more: Utxo[]
  /** The output that takes what is left. */
  restSats: bigint
  feeSats: bigint
  /** The least fee that the node takes, whatever rate is wanted. */
  floorSats: bigint
  vsize: number
}

/** The size with `inputs` inputs, and the least fees at it. */
function measure(
  { kept, restBytes, parent, feeRateSatsPerKvb: rate, floor }: Raise,
  inputs: number,
) {
  const { outputs, outputBytes } = kept
  const vsize = vsizeOfWeight(transactionWeight(inputs, outputs + 1, outputBytes + restBytes))
  const step = floor.evictedFeeSats + feeSats(vsize, floor.incrementalRate)
  const floorSats = larger(step, feeSats(vsize, floor.replacedRate + 1n))
  const together = feeSats(parent.vsize + vsize, rate) - parent.feeSats
  const least = larger(larger(together, feeSats(vsize, rate)), floorSats)
  return { vsize, floorSats, least }
}

/**
 * Plans the payments of a transaction for a higher fee. The output that takes what is left pays it,
 * then deposits. null: not within reach, or heavier than any node relays. Sums hold by
 * construction: inputs = kept + rest + fee.
 */
export function planRaise(raise: Raise): Raised | null {
  const { utxos, kept } = raise
  const spare = worthSpending(raise.spare, raise.feeRateSatsPerKvb)
  const room = Math.max(0, maximumInputs - utxos.length)
  for (let count = 0; count <= Math.min(spare.length, room); count++) {
    const more = spare.slice(0, count)
    const { vsize, floorSats, least } = measure(raise, utxos.length + count)
    if (vsize > vsizeOfWeight(maximumRelayedWeight)) return null
    const restSats = sumOfSats(utxos) + sumOfSats(more) - kept.sats - least
    if (restSats >= minimumHeadSats) return { more, restSats, feeSats: least, floorSats, vsize }
  }
  return null
}

/** The sats that one more deposit must bring: the fee of its own input is counted. */
export function findShortfallOfRaise(raise: Raise): bigint {
  const { utxos, kept, spare, feeRateSatsPerKvb } = raise
  const all = [...utxos, ...worthSpending(spare, feeRateSatsPerKvb)]
  const { least } = measure(raise, all.length + 1)
  const short = kept.sats + least + minimumHeadSats - sumOfSats(all)
  return larger(short, inputCostSats(feeRateSatsPerKvb) + 1n)
}
