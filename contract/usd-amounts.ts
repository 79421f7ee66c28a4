import { parseUsdNumber } from '#domain/money.ts'

/**
 * Whether a JSON number is an amount in dollars: not negative, with at most 2 decimals. `http.ts` stays
 * without it, because the login loads `http.ts` and needs no sums.
 */
export const isUsdAmount = (value: number) => parseUsdNumber(value) !== null
