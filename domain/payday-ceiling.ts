import { afterFall, centsFromSatsRoundedUp } from './money.ts'

/** Between a payday's sheet and its hour the price may fall so far; then a person decides. */
const fallBasisPoints = 500n

/**
 * The most that may leave for a payday, fees included, in cents at the price of its sheet: as many satoshi
 * as its dollars and fees take where the price is 5 % lower.
 */
export const paydayCeilingUsdCents = (paid: {
  bitcoinUsdCents: bigint
  feeCeilingSats: bigint
  rateUsdCentsPerBtc: bigint
}): bigint =>
  afterFall(
    paid.bitcoinUsdCents + centsFromSatsRoundedUp(paid.feeCeilingSats, paid.rateUsdCentsPerBtc),
    fallBasisPoints,
  )

/** Whether all that a run may take, by the price of the sheet, stays below its ceiling. */
export const isBelowPaydayCeiling = (
  run: { linesSats: bigint; feeCeilingSats: bigint },
  sheet: { ceilingUsdCents: bigint; rateUsdCentsPerBtc: bigint },
): boolean =>
  centsFromSatsRoundedUp(run.linesSats + run.feeCeilingSats, sheet.rateUsdCentsPerBtc) <=
  sheet.ceilingUsdCents
