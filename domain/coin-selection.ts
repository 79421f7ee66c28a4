import {
  changeOutputBytes,
  comfortableChangeSats,
  dustSats,
  inputCostSats,
  maximumInputs,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { feeSats, sumOfSats } from './money.ts'

/** A coin of a payroll: an unspent output of ours. `id` is its outpoint as `outpointText` writes it. */
export type Coin = { id: string; sats: bigint }

/** An outpoint as people and the node's log write it; `txid` in RPC (reversed) hex. */
export const outpointText = (txid: string, vout: number): string => `${txid}:${vout}`

/** The reverse. */
export function outpointOf({ id }: Coin): { txid: string; vout: number } {
  const [txid = '', vout = ''] = id.split(':')
  return { txid, vout: Number(vout) }
}

/** What a transaction must pay: how many outputs, their bytes on the wire, and their sum. */
export type Target = { outputs: number; outputBytes: number; sats: bigint }

export type Selection = {
  coins: Coin[]
  /** 0n: no change output. */
  changeSats: bigint
  /** Inputs less outputs: what the rate asks, and change too small to make. */
  feeSats: bigint
  vsize: number
}

/** The fee of a transaction that spends `inputs` of our coins for `target`, with change or without. */
export function requiredFee(inputs: number, target: Target, change: boolean, rate: bigint) {
  const outputs = target.outputs + (change ? 1 : 0)
  const bytes = target.outputBytes + (change ? changeOutputBytes : 0)
  const vsize = vsizeOfWeight(transactionWeight(inputs, outputs, bytes))
  return { fee: feeSats(vsize, rate), vsize }
}

/** Coins worth more than it costs to spend them, the largest first. */
export function worthSpending(coins: readonly Coin[], feeRateSatsPerKvb: bigint): Coin[] {
  const cost = inputCostSats(feeRateSatsPerKvb)
  return largestFirst(coins.filter((coin) => coin.sats > cost))
}

export const largestFirst = (coins: readonly Coin[]): Coin[] =>
  coins.toSorted((a, b) => (a.sats < b.sats ? 1 : a.sats > b.sats ? -1 : a.id < b.id ? -1 : 1))

/** These coins and no others, with change where it is not dust; null: they do not suffice. */
export function settle(coins: Coin[], target: Target, rate: bigint): Selection | null {
  const total = sumOfSats(coins)
  const withChange = requiredFee(coins.length, target, true, rate)
  const change = total - target.sats - withChange.fee
  if (change >= dustSats.P2WPKH) {
    return { coins, changeSats: change, feeSats: withChange.fee, vsize: withChange.vsize }
  }
  const without = requiredFee(coins.length, target, false, rate)
  const fee = total - target.sats
  return fee >= without.fee ? { coins, changeSats: 0n, feeSats: fee, vsize: without.vsize } : null
}

/**
 * Largest first until target and fee are covered, then one coin more where the change would be too
 * small to bump with. `required` coins are spent in any case. null: not covered within the input
 * limit. Sums hold by construction: coins = target + change + fee.
 */
export function selectCoins(
  coins: readonly Coin[],
  target: Target,
  feeRateSatsPerKvb: bigint,
  required: readonly Coin[] = [],
): Selection | null {
  const room = maximumInputs - required.length
  const candidates = worthSpending(coins, feeRateSatsPerKvb).slice(0, room)
  for (let count = required.length > 0 ? 0 : 1; count <= candidates.length; count++) {
    const spend = (more: number) =>
      settle([...required, ...candidates.slice(0, more)], target, feeRateSatsPerKvb)
    const selection = spend(count)
    if (!selection) continue
    if (selection.changeSats >= comfortableChangeSats || count === candidates.length) {
      return selection
    }
    return spend(count + 1) ?? selection
  }
  return null
}

/**
 * What one further deposit must bring so that all is covered: its own input's fee is counted, so
 * that topping up exactly this is enough. 0n where the coins already cover it.
 */
export function missingSats(
  coins: readonly Coin[],
  target: Target,
  feeRateSatsPerKvb: bigint,
): bigint {
  if (selectCoins(coins, target, feeRateSatsPerKvb)) return 0n
  // The deposit takes the place of the smallest coin where the inputs are at their limit.
  const usable = worthSpending(coins, feeRateSatsPerKvb).slice(0, maximumInputs - 1)
  const { fee } = requiredFee(usable.length + 1, target, false, feeRateSatsPerKvb)
  const short = target.sats + fee - sumOfSats(usable)
  // A deposit below what it costs to spend would not count.
  const least = inputCostSats(feeRateSatsPerKvb) + 1n
  return short > least ? short : least
}

/** The fee that paying `target` from one coin with change takes: what an estimate shows. */
export function estimatedFeeSats(target: Target, feeRateSatsPerKvb: bigint): bigint {
  return requiredFee(1, target, true, feeRateSatsPerKvb).fee
}
