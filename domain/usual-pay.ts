import { partOfSalary } from './money.ts'

/** A person's usual pay by a run, and other orders beside it. Amounts in US cents. */
export type UsualPay = {
  usualUsdCents: bigint
  /** Ordered for the person in the last 72 hours, and paid or still to be paid. */
  recentUsdCents: bigint
}

/** A base salary with the usual pay for it: the base itself, or the amount of the law's formula. */
export type PayForBase = { baseUsdCents: bigint; usualUsdCents: bigint }

/**
 * The usual pay by the base that the last run paid, where it was lower: a base that was just raised
 * vouches for no amount. Rounded half up. `lastBaseUsdCents` null: no run paid a base yet.
 */
export const usualByLastBase = (
  { baseUsdCents, usualUsdCents }: PayForBase,
  lastBaseUsdCents: bigint | null,
): bigint =>
  lastBaseUsdCents === null || lastBaseUsdCents >= baseUsdCents
    ? usualUsdCents
    : partOfSalary(usualUsdCents, Number(lastBaseUsdCents), Number(baseUsdCents))
