import type { OutputType } from './address.ts'
import {
  type Coin,
  largestFirst,
  requiredFee,
  type Target,
  worthSpending,
} from './coin-selection.ts'
import { type FeeCeilings, withdrawalFeeCeilingSats } from './fee-ceilings.ts'
import { comfortableChangeSats, dustSats, inputCostSats, maximumInputs } from './fees.ts'
import { satsFromCents, sumOfSats } from './money.ts'

export type WithdrawalInput = {
  /** What leaves the payroll, the network fee included; null: all that is worth spending. */
  requestedSats: bigint | null
  type: OutputType
  outputBytes: number
  /** Confirmed, mature and unreserved coins of the payroll. */
  coins: readonly Coin[]
  /** Those of them that are spent in any case. */
  mustSpend?: readonly Coin[]
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  feeCeilings: FeeCeilings
}

export type WithdrawalPlan = {
  coins: Coin[]
  /** What arrives. Coins = sats + change + fee. */
  sats: bigint
  changeSats: bigint
  feeSats: bigint
  vsize: number
  feeCeilingSats: bigint
  /** Coins beyond those one transaction may spend, although everything was asked for. */
  leavesCoins: boolean
}

export type WithdrawalProblem =
  | { code: 'INSUFFICIENT_FUNDS'; missingSats: bigint }
  /** The funds are in more coins than one transaction may spend: at most this much goes at once. */
  | { code: 'TOO_MANY_COINS'; mostSats: bigint }
  | { code: 'DUST_AMOUNT' }
  | { code: 'FEE_TOO_HIGH' }

/** `required` before all others. */
function firstOf(required: readonly Coin[], coins: readonly Coin[]): Coin[] {
  const ids = new Set(required.map(({ id }) => id))
  return [...required, ...coins.filter(({ id }) => !ids.has(id))]
}

/** Largest first until the amount is there, one more where the change would be dust or hard to spend. */
function coinsFor(
  requestedSats: bigint,
  { coins, mustSpend = [] }: WithdrawalInput,
): Coin[] | WithdrawalProblem {
  const sorted = firstOf(mustSpend, largestFirst(coins))
  const total = sumOfSats(sorted)
  if (total < requestedSats) {
    return { code: 'INSUFFICIENT_FUNDS', missingSats: requestedSats - total }
  }
  const usable = sorted.slice(0, maximumInputs)
  let count = 0
  let reached = 0n
  for (const coin of usable) {
    if (reached >= requestedSats && count >= mustSpend.length) break
    reached += coin.sats
    count++
  }
  if (reached < requestedSats) return { code: 'TOO_MANY_COINS', mostSats: reached }
  const change = reached - requestedSats
  const oneMore = change > 0n && change < comfortableChangeSats ? 1 : 0
  return usable.slice(0, count + oneMore)
}

function everything(
  { coins, mustSpend = [], feeRateSatsPerKvb, type }: WithdrawalInput,
  target: Target,
): Coin[] | WithdrawalProblem {
  const worth = firstOf(mustSpend, worthSpending(coins, feeRateSatsPerKvb))
  if (worth.length > 0) return worth.slice(0, maximumInputs)
  const { fee } = requiredFee(1, target, false, feeRateSatsPerKvb)
  const least = inputCostSats(feeRateSatsPerKvb) + 1n
  const missing = dustSats[type] + fee
  return { code: 'INSUFFICIENT_FUNDS', missingSats: missing > least ? missing : least }
}

function left({ coins }: WithdrawalInput, spent: readonly Coin[]): Coin[] {
  const ids = new Set(spent.map(({ id }) => id))
  return coins.filter(({ id }) => !ids.has(id))
}

/**
 * One transaction that takes what was asked for out of a payroll, or why not. The fee comes out of
 * the amount. Change that would be dust goes along as far as the fee has taken it from the amount.
 */
export function planWithdrawal(input: WithdrawalInput): WithdrawalPlan | WithdrawalProblem {
  const { requestedSats, type, outputBytes, feeRateSatsPerKvb: feeRate, feeCeilings } = input
  if (feeRate > feeCeilings.feeRateSatsPerKvb) return { code: 'FEE_TOO_HIGH' }
  const target = { outputs: 1, outputBytes, sats: 0n }
  const coins = requestedSats === null ? everything(input, target) : coinsFor(requestedSats, input)
  if (!Array.isArray(coins)) return coins
  const total = sumOfSats(coins)
  const rest = requestedSats === null ? 0n : total - requestedSats
  const changeSats = rest >= dustSats.P2WPKH ? rest : 0n
  const { fee, vsize } = requiredFee(coins.length, target, changeSats > 0n, feeRate)
  const available = total - changeSats - fee
  const sats = requestedSats !== null && available > requestedSats ? requestedSats : available
  if (sats < dustSats[type]) return { code: 'DUST_AMOUNT' }
  const feeSats = total - changeSats - sats
  const ceiling = withdrawalFeeCeilingSats(feeCeilings, requestedSats, total, (cents) =>
    satsFromCents(cents, input.rateUsdCentsPerBtc),
  )
  if (feeSats > ceiling) return { code: 'FEE_TOO_HIGH' }
  const leavesCoins =
    requestedSats === null && worthSpending(left(input, coins), feeRate).length > 0
  return { coins, sats, changeSats, feeSats, vsize, feeCeilingSats: ceiling, leavesCoins }
}
