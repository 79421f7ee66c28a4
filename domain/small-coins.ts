import {
  type Coin,
  requiredFee,
  type Selection,
  settle,
  type Target,
  worthSpending,
} from './coin-selection.ts'
import {
  changeOutputBytes,
  dustSats,
  inputCostSats,
  maximumInputs,
  maximumTransactionWeight,
  transactionWeight,
} from './fees.ts'
import { sumOfSats } from './money.ts'

/** Small coins are spent along where that is cheap: 5 sat/vB or less. */
const cheapFeeRate = 5_000n
/** What is called a small coin, and how many of them one transaction takes along. */
const smallCoinSats = 100_000n
const mostTakenAlong = 50

/**
 * The same transaction with small coins of `others` among its inputs, the smallest first, as long as
 * it stays within inputs, weight and `maximumFeeSats`: while fees are low, so that they need not be
 * spent when fees are high. Their worth comes back as change.
 */
export function withSmallCoins(
  selection: Selection,
  others: readonly Coin[],
  target: Target,
  feeRateSatsPerKvb: bigint,
  maximumFeeSats: bigint,
): Selection {
  if (feeRateSatsPerKvb > cheapFeeRate || selection.changeSats === 0n) return selection
  const spent = new Set(selection.coins.map((coin) => coin.id))
  const small = worthSpending(others, feeRateSatsPerKvb)
    .filter((coin) => coin.sats <= smallCoinSats && !spent.has(coin.id))
    .toReversed()
  const room = Math.min(small.length, mostTakenAlong, maximumInputs - selection.coins.length)
  for (let count = room; count > 0; count--) {
    const coins = [...selection.coins, ...small.slice(0, count)]
    const bytes = target.outputBytes + changeOutputBytes
    const weight = transactionWeight(coins.length, target.outputs + 1, bytes)
    if (weight > maximumTransactionWeight) continue
    const larger = settle(coins, target, feeRateSatsPerKvb)
    if (larger && larger.changeSats > 0n && larger.feeSats <= maximumFeeSats) return larger
  }
  return selection
}

/** Coins of one transaction that makes them into one coin, worth their sum less `feeSats`. */
export type Gathering = { coins: Coin[]; feeSats: bigint; vsize: number; sats: bigint }

const sizeOf = (inputs: number, feeRate: bigint) =>
  requiredFee(inputs, { outputs: 1, outputBytes: changeOutputBytes, sats: 0n }, false, feeRate)

/** The first `count` of `coins` in equal groups of what one transaction spends. */
function groups(coins: readonly Coin[], count: number, feeRate: bigint): Gathering[] {
  const parts = Math.ceil(count / maximumInputs)
  const cut = (part: number) => Math.floor((count * part) / parts)
  return Array.from({ length: parts }, (_, part) => {
    const group = coins.slice(cut(part), cut(part + 1))
    const { fee, vsize } = sizeOf(group.length, feeRate)
    return { coins: group, feeSats: fee, vsize, sats: sumOfSats(group) - fee }
  })
}

/**
 * The fewest of `coins`, the largest first, that pay for `target` after they were gathered into one
 * coin for each 150 of them; null: not even all of them do. `targetFeeRate` is what the transaction
 * that spends the gathered coins may have to pay, a block later.
 */
export function gatherCoins(
  coins: readonly Coin[],
  target: Target,
  feeRateSatsPerKvb: bigint,
  targetFeeRate: bigint,
): Gathering[] | null {
  const worth = worthSpending(coins, feeRateSatsPerKvb)
  const cost = inputCostSats(feeRateSatsPerKvb)
  let net = 0n
  for (const [index, coin] of worth.entries()) {
    net += coin.sats - cost
    const count = index + 1
    const inputs = Math.ceil(count / maximumInputs)
    const { fee } = requiredFee(inputs, target, true, targetFeeRate)
    // The cheap look first: what each group costs beyond its inputs comes on top.
    if (inputs < 2 || net < target.sats + fee) continue
    const gathered = groups(worth, count, feeRateSatsPerKvb)
    const total = sumOfSats(gathered)
    const isDust = gathered.some((group) => group.sats < dustSats.P2WPKH)
    if (!isDust && total >= target.sats + fee) return gathered
  }
  return null
}

/**
 * What one further deposit must bring so that the coins, gathered, pay for `target`: at most this, and
 * null where they are so few that nothing is gathered.
 */
export function missingWhenGathered(
  coins: readonly Coin[],
  target: Target,
  feeRateSatsPerKvb: bigint,
): bigint | null {
  const worth = worthSpending(coins, feeRateSatsPerKvb)
  if (worth.length < maximumInputs) return null
  const inputs = Math.ceil((worth.length + 1) / maximumInputs)
  const { fee } = requiredFee(inputs, target, true, feeRateSatsPerKvb)
  // With the deposit there is one coin more, in the group that it makes the largest.
  const gathered = groups(worth, worth.length, feeRateSatsPerKvb)
  const overhead = sizeOf(1, feeRateSatsPerKvb).fee + inputCostSats(feeRateSatsPerKvb)
  const total = sumOfSats(gathered)
  const short = target.sats + fee + overhead - total
  const least = inputCostSats(feeRateSatsPerKvb) + 1n
  return short > least ? short : least
}
