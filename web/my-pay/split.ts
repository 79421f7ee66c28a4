import { parseBtc, parseUsdNumber, satsFromCents, usdNumber } from '#domain/money.ts'
import { splitSalary } from '#domain/split-salary.ts'

/** The halves of a salary as they are shown. */
export interface Halves {
  bitcoin: number
  dollars: number
  /** Satoshi at today's rate; null while there is none. */
  sats: number | null
}

export function halvesOf(salary: number, percent: number, usdRate: number | null): Halves {
  const { bitcoinUsdCents, dollarsUsdCents } = splitSalary(parseUsdNumber(salary) ?? 0n, percent)
  const rate = usdRate === null ? null : parseUsdNumber(usdRate)
  return {
    bitcoin: usdNumber(bitcoinUsdCents),
    dollars: usdNumber(dollarsUsdCents),
    sats: rate ? Number(satsFromCents(bitcoinUsdCents, rate)) : null,
  }
}

export const satsOf = (btc: string): number => Number(parseBtc(btc) ?? 0n)
