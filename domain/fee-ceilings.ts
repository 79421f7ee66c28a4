import { changeOutputBytes, dustSats } from './fees.ts'
import { feeSats, larger, shareOf, smaller } from './money.ts'

/** The most that is paid in fees: settings of the operator. The signer has its own. */
export type FeeCeilings = {
  /** Whole percent of the amount that a transaction, or a run, pays people. */
  percent: number
  /** The most that a transaction, or a run, may cost where this is more than the percentage. */
  usdCents: bigint
  /** The most that one transaction may cost, also where a code confirms it. */
  sats: bigint
  /** Whole percent of a withdrawal of everything: the alternative is to leave the money there. */
  withdrawAllPercent: number
  /** A higher fee rate is refused, never clipped. */
  feeRateSatsPerKvb: bigint
}

/** 5 % or 5 USD, whichever is more, 0.3 BTC, half of everything, 300 sat/vB. */
export const defaultFeeCeilings: FeeCeilings = {
  percent: 5,
  usdCents: 500n,
  sats: 30_000_000n,
  withdrawAllPercent: 50,
  feeRateSatsPerKvb: 300_000n,
}

/** No setting may be below these. Under 10 sat/vB nothing could be paid while a node cannot estimate. */
export const lowestFeeCeilings: FeeCeilings = {
  percent: 1,
  usdCents: 0n,
  sats: 10_000n,
  withdrawAllPercent: 1,
  feeRateSatsPerKvb: 10_000n,
}

/** No setting may be above these: more than any fee of the past was worth paying. */
export const highestFeeCeilings: FeeCeilings = {
  percent: 50,
  usdCents: 100_000n,
  sats: 100_000_000n,
  withdrawAllPercent: 90,
  feeRateSatsPerKvb: 1_000_000n,
}

const percentOf = (sats: bigint, percent: number): bigint => shareOf(sats, BigInt(percent) * 100n)

/**
 * The largest fee that a transaction, or a run of several together, may pay for `outputsSats`, at a
 * price in cents per BTC.
 */
export function feeCeilingSats(
  { percent, usdCents, sats }: FeeCeilings,
  outputsSats: bigint,
  satsOfUsdCents: (cents: bigint) => bigint,
  transactions = 1,
): bigint {
  const share = percentOf(outputsSats, percent)
  const floor = satsOfUsdCents(usdCents)
  return smaller(larger(share, floor), sats * BigInt(transactions))
}

/**
 * The largest fee that a withdrawal may pay, out of its own amount. `requestedSats` null:
 * everything, which is `sumSpentSats`, the sum of its UTXOs.
 */
export function withdrawalFeeCeilingSats(
  ceilings: FeeCeilings,
  requestedSats: bigint | null,
  sumSpentSats: bigint,
  satsOfUsdCents: (cents: bigint) => bigint,
): bigint {
  if (requestedSats !== null) return feeCeilingSats(ceilings, requestedSats, satsOfUsdCents)
  return smaller(percentOf(sumSpentSats, ceilings.withdrawAllPercent), ceilings.sats)
}

/**
 * The most that a transaction of `vsize` costs at the highest rate, with the change that was too
 * small to make.
 */
export const feeAtHighestRateSats = ({ feeRateSatsPerKvb }: FeeCeilings, vsize: number): bigint =>
  feeSats(vsize + changeOutputBytes, feeRateSatsPerKvb) + dustSats.P2WPKH
