import { centsFromSatsRoundedUp, larger, satsFromCentsRoundedUp, shareRoundedUp } from './money.ts'

/** The price may fall between a deposit and its block, so more is asked for than is missing. */
export const highestReservePercent = 20
/** $5: a percentage of little would not pay the fee of a second deposit. */
const leastReserveCents = 500n

export type AmountToFund = { sats: bigint; usdCents: bigint; reserveUsdCents: bigint }

const nothing: AmountToFund = { sats: 0n, usdCents: 0n, reserveUsdCents: 0n }

/** The bitcoin asked for without the reserve: to the satoshi what was missing. */
export const withoutReserve = (
  { sats, reserveUsdCents }: Pick<AmountToFund, 'sats' | 'reserveUsdCents'>,
  rateUsdCentsPerBtc: bigint,
): bigint => sats - satsFromCentsRoundedUp(reserveUsdCents, rateUsdCentsPerBtc)

/**
 * The amount to ask somebody to send where `missingSats` are missing, the fee included. At 0 percent
 * exactly what is missing. In dollars the reserve and what is missing add up to the amount.
 */
export function amountToFund(
  missingSats: bigint,
  rateUsdCentsPerBtc: bigint,
  reservePercent: number,
): AmountToFund {
  if (missingSats === 0n || rateUsdCentsPerBtc === 0n) return nothing
  const missingCents = centsFromSatsRoundedUp(missingSats, rateUsdCentsPerBtc)
  if (reservePercent === 0) {
    return { sats: missingSats, usdCents: missingCents, reserveUsdCents: 0n }
  }
  const reserve = reserveUsdCents(missingCents, reservePercent)
  return {
    sats: missingSats + satsFromCentsRoundedUp(reserve, rateUsdCentsPerBtc),
    usdCents: missingCents + reserve,
    reserveUsdCents: reserve,
  }
}

/** The reserve of a sum to pay; 0 where the company keeps none. */
export const reserveUsdCents = (usdCents: bigint, reservePercent: number): bigint =>
  reservePercent === 0 || usdCents === 0n
    ? 0n
    : larger(leastReserveCents, shareRoundedUp(usdCents, BigInt(reservePercent) * 100n))
