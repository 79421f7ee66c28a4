import type { Money } from '#contract/http.ts'
import type { Payroll } from '#contract/payrolls.ts'
import {
  amountAt,
  btcText,
  parseBtc,
  parseUsdNumber,
  satsFromCents,
  usdNumber,
} from '#domain/money.ts'

/** How far the spendable funds of a payroll reach. */
export interface PayrollCover {
  /** Share of the salaries, cut and not rounded, so that 100 % means all of it; may be above 100. */
  percent: number
  spendable: Money
  totalBtc: string
}

/** The salaries, or their parts, that are paid in bitcoin: funds are needed for these alone. */
export function bitcoinOf({ totalAmount, dollarPart }: Payroll): number {
  const all = parseUsdNumber(totalAmount) ?? 0n
  const rest = all - (parseUsdNumber(dollarPart?.usd ?? 0) ?? 0n)
  return usdNumber(rest > 0n ? rest : 0n)
}

/** Cover at a price of 1 BTC in dollars; null without one. */
export function coverOf(payroll: Payroll, price: number | undefined): PayrollCover | null {
  const rate = price === undefined ? null : parseUsdNumber(price)
  if (!rate) return null
  const total = parseUsdNumber(bitcoinOf(payroll)) ?? 0n
  const spendable = amountAt(parseBtc(payroll.spendableBtc) ?? 0n, rate)
  const cents = parseUsdNumber(spendable.usd) ?? 0n
  return {
    percent: total === 0n ? 100 : Number((cents * 100n) / total),
    spendable,
    totalBtc: btcText(satsFromCents(total, rate)),
  }
}

/** The fall of the price that a covered payroll bears, cut to tenths of a percent. */
export function bearableFall(spareUsd: number, spendableUsd: number): number {
  const [spare, spendable] = [parseUsdNumber(spareUsd) ?? 0n, parseUsdNumber(spendableUsd) ?? 0n]
  return spendable === 0n ? 0 : Number((spare * 1000n) / spendable) / 10
}

/** How much the price fell, cut to tenths of a percent; 0 where it did not. */
export function fallSince(rateUsd: number, priceUsd: number): number {
  const [rate, price] = [parseUsdNumber(rateUsd) ?? 0n, parseUsdNumber(priceUsd) ?? 0n]
  return rate === 0n || price >= rate ? 0 : Number(((rate - price) * 1000n) / rate) / 10
}
