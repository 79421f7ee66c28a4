import { minimumFeeRate } from './fees.ts'

/** Within how many blocks a payment is to be mined; the first is what is meant without a choice. */
export const targetBlocks = [3, 6, 36, 144] as const
export type TargetBlocks = (typeof targetBlocks)[number]

/** Estimates by target, satoshi per kvB. */
export type FeeRates = Record<TargetBlocks, bigint>

/**
 * The rates of all targets: without an estimate that of the faster one, and never dearer than it,
 * since estimates for different targets come from different samples of blocks.
 */
export function feeRatesOf(
  threeBlocks: bigint,
  slower: { [Blocks in Exclude<TargetBlocks, 3>]: bigint | null },
): FeeRates {
  const atMost = (faster: bigint, rate: bigint | null) =>
    rate === null || rate > faster ? faster : rate
  const six = atMost(threeBlocks, slower[6])
  const thirtySix = atMost(six, slower[36])
  return { 3: threeBlocks, 6: six, 36: thirtySix, 144: atMost(thirtySix, slower[144]) }
}

/** The rate of the fastest target that is within a ceiling, else the lowest that nodes relay. */
export const fastestRateWithin = (rates: FeeRates, most: bigint): bigint =>
  targetBlocks.map((blocks) => rates[blocks]).find((rate) => rate <= most) ?? minimumFeeRate
