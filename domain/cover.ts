import { minimumHeadSats } from './fees.ts'
import {
  centsFromSats,
  centsFromSatsRoundedUp,
  larger,
  percentCut,
  satsAtPrice,
  shareOf,
} from './money.ts'

/** The falls of the price that every place names, in per cent. */
export const fallsPercent = [0, 5, 10, 20] as const
export type FallPercent = (typeof fallsPercent)[number]

/** A run as `planPayment` plans it at today's price. Somebody of it is paid in bitcoin. */
export type PlannedRun = {
  /** Spendable heads and deposits. */
  spendableSats: bigint
  /** Salaries, or their parts in bitcoin. */
  totalSats: bigint
  feeSats: bigint
  /** 0: the funds suffice. */
  missingSats: bigint
  /** Above 0. */
  rateUsdCentsPerBtc: bigint
}

export type CoverRow = {
  fallPercent: FallPercent
  usdCentsPerBtc: bigint
  /** The share of salaries and fee that is there, cut; 100 and more exactly where nothing is missing. */
  coveredPercent: number
  /**
   * Satoshi and cents that are missing, 0 where nothing is. The cents are at this row's price,
   * rounded up.
   */
  missingSats: bigint
  missingUsdCents: bigint
  /** Cents at this row's price that the payment would leave, half up; 0 where something is missing. */
  spareUsdCents: bigint
}

export type CoverAtFalls = {
  rows: CoverRow[]
  /** The largest of the falls at which the run is still covered; null: it is not covered today. */
  holdsPercent: FallPercent | null
}

/**
 * How far the funds of a run reach at today's price and lower ones (calendar.md, section 3). Today's
 * row is the planner's, to the satoshi. Below it the salaries take more satoshi and the fee, which
 * size and fee rate make, stays. RangeError: no price.
 */
export function coverAtLowerPrices(run: PlannedRun): CoverAtFalls {
  const rows = fallsPercent.map((fallPercent) => rowAt(run, fallPercent))
  const held = rows.filter(({ missingSats }) => missingSats === 0n)
  return { rows, holdsPercent: held.at(-1)?.fallPercent ?? null }
}

function rowAt(run: PlannedRun, fallPercent: FallPercent): CoverRow {
  const price = lowered(run.rateUsdCentsPerBtc, BigInt(fallPercent) * 100n)
  const missingSats = missingAt(run, price)
  const neededSats = salariesAt(run, price) + run.feeSats
  const isShort = missingSats > 0n
  const wholeSats = isShort ? run.spendableSats + missingSats : neededSats
  return {
    fallPercent,
    usdCentsPerBtc: price,
    coveredPercent: percentCut(run.spendableSats, wholeSats),
    missingSats,
    missingUsdCents: centsFromSatsRoundedUp(missingSats, price),
    spareUsdCents: isShort ? 0n : centsFromSats(run.spendableSats - neededSats, price),
  }
}

/** A fall in basis points, and how much more to send today so that a run survives it. */
export type Cushion = { basisPoints: bigint; addSats: bigint; addUsdCents: bigint }

/** The sum to send survives the fall with what is missing today included; cents at today's price. */
export function cushionFor(run: PlannedRun, basisPoints: bigint): Cushion {
  const addSats = missingAt(run, lowered(run.rateUsdCentsPerBtc, basisPoints))
  const addUsdCents = centsFromSatsRoundedUp(addSats, run.rateUsdCentsPerBtc)
  return { basisPoints, addSats, addUsdCents }
}

/** Rounded down, and never 0: a lower price asks for more. */
const lowered = (rate: bigint, basisPoints: bigint) =>
  larger(1n, shareOf(rate, 10_000n - basisPoints))

const salariesAt = ({ totalSats, rateUsdCentsPerBtc }: PlannedRun, price: bigint) =>
  satsAtPrice(totalSats, rateUsdCentsPerBtc, price)

function missingAt(run: PlannedRun, price: bigint): bigint {
  const { spendableSats, totalSats, feeSats, missingSats, rateUsdCentsPerBtc } = run
  if (price === rateUsdCentsPerBtc) return missingSats
  // The planner also counts, where funds are short, the input of one more deposit and the head.
  const besides =
    missingSats > 0n ? missingSats + spendableSats - totalSats : feeSats + minimumHeadSats
  return larger(0n, salariesAt(run, price) + besides - spendableSats)
}
