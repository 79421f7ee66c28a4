import { type Coin, type Target, worthSpending } from './coin-selection.ts'
import {
  changeOutputBytes,
  dustSats,
  inputCostSats,
  maximumInputs,
  maximumRelayedWeight,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { feeSats, sumOfSats } from './money.ts'

/** How a transaction that is not mined yet comes to pay more: BIP 125 and child-pays-for-parent. */

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/**
 * What the node asks of a replacement, whatever rate is wanted: BIP 125, rules 3 and 4, and a higher
 * rate than that of what it replaces (Bitcoin Core, doc/policy/mempool-replacements.md, rule 6).
 */
export type Floor = {
  /** Fees of all that it evicts: the version before, and whatever hangs on that. */
  evictedFeeSats: bigint
  /** What the version before pays by itself, in satoshi per 1,000 vB, rounded up. */
  replacedRate: bigint
  incrementalRate: bigint
}

function floorFee(vsize: number, { evictedFeeSats, replacedRate, incrementalRate }: Floor): bigint {
  const step = evictedFeeSats + feeSats(vsize, incrementalRate)
  return larger(step, feeSats(vsize, replacedRate + 1n))
}

export type Replacement = {
  /** Coins beyond those of the version before. */
  more: Coin[]
  /** 0n: no change output. */
  changeSats: bigint
  feeSats: bigint
  /** The least that the node takes for it: above what the wanted rate comes to, that rate is too low. */
  floorSats: bigint
  vsize: number
}

type Wanted = {
  /** All coins of the version before. */
  coins: readonly Coin[]
  /** What it pays to others, and to us for a purpose: everything but change. */
  kept: Target
  /** Coins that may be added where the change does not suffice. */
  spare: readonly Coin[]
  feeRateSatsPerKvb: bigint
  floor: Floor
}

function settled(wanted: Wanted, more: Coin[]): Replacement | null {
  const { coins, kept, feeRateSatsPerKvb, floor } = wanted
  const rest = sumOfSats(coins) + sumOfSats(more) - kept.sats
  const sized = (change: boolean) => {
    const outputs = kept.outputs + (change ? 1 : 0)
    const bytes = kept.outputBytes + (change ? changeOutputBytes : 0)
    const vsize = vsizeOfWeight(transactionWeight(coins.length + more.length, outputs, bytes))
    const floorSats = floorFee(vsize, floor)
    return { vsize, floorSats, least: larger(feeSats(vsize, feeRateSatsPerKvb), floorSats) }
  }
  const { least, ...withChange } = sized(true)
  if (rest - least >= dustSats.P2WPKH) {
    return { more, ...withChange, feeSats: least, changeSats: rest - least }
  }
  const { least: leastWithout, ...without } = sized(false)
  if (kept.outputs === 0 || rest < leastWithout) return null
  return { more, ...without, feeSats: rest, changeSats: 0n }
}

/**
 * The same payments out of the same coins for a higher fee: the change pays it, and where it does not
 * suffice the largest spare coins. null: not within reach, or heavier than any node relays.
 */
export function planReplacement(wanted: Wanted): Replacement | null {
  const spare = worthSpending(wanted.spare, wanted.feeRateSatsPerKvb)
  const room = Math.max(0, maximumInputs - wanted.coins.length)
  for (let count = 0; count <= Math.min(spare.length, room); count++) {
    const plan = settled(wanted, spare.slice(0, count))
    if (plan) return plan.vsize <= vsizeOfWeight(maximumRelayedWeight) ? plan : null
  }
  return null
}

/** What one more deposit must bring for a replacement: its own input's fee is counted. */
export function missingForReplacement(wanted: Wanted): bigint {
  const { coins, kept, spare, feeRateSatsPerKvb, floor } = wanted
  const all = [...coins, ...worthSpending(spare, feeRateSatsPerKvb)]
  const vsize = vsizeOfWeight(transactionWeight(all.length + 1, kept.outputs, kept.outputBytes))
  const least = larger(feeSats(vsize, feeRateSatsPerKvb), floorFee(vsize, floor))
  return larger(kept.sats + least - sumOfSats(all), inputCostSats(feeRateSatsPerKvb) + 1n)
}

/** One input and one output, both P2WPKH. */
export const childVsize = vsizeOfWeight(transactionWeight(1, 1, changeOutputBytes))

export type Child = { changeSats: bigint; feeSats: bigint; vsize: number }

/**
 * A child that spends our change, so that it and all it hangs on pay the rate together. `parents` is
 * the sum over what is not mined yet. null where the coin is too small for it.
 */
export function planChild(
  coinSats: bigint,
  parents: { feeSats: bigint; vsize: number },
  feeRateSatsPerKvb: bigint,
): Child | null {
  const together = feeSats(parents.vsize + childVsize, feeRateSatsPerKvb) - parents.feeSats
  const fee = larger(together, feeSats(childVsize, feeRateSatsPerKvb))
  const changeSats = coinSats - fee
  return changeSats >= dustSats.P2WPKH ? { changeSats, feeSats: fee, vsize: childVsize } : null
}
