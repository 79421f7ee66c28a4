import type { Money } from '#contract/http.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { amountAt, parseBtc, parseUsdNumber } from '#domain/money.ts'
import { toDepositOf } from '#web/shared/payments/preview.ts'

/** A preview, read for a person: what stands in the way of paying, and what comes after. */
export interface Payability {
  /** Another payment is under way; nothing else matters until it has ended. */
  inProgress: string | null
  /** The chain has payments that the records did not know; why that is in the way, in words. */
  ahead: string | null
  /** All other obstacles in words, each once. */
  obstacles: string[]
  /** The run before this one is less than 72 hours old. */
  paidBefore: { _id: string; at: string } | null
  /** Null when the funds suffice. */
  short: { incoming: Money; toDeposit: Money | null } | null
  available: Money
  /** The remainder in the payroll; meaningless while funds are short. */
  rest: Money
}

const notObstacles: readonly string[] = [
  'PAYMENT_IN_PROGRESS',
  'ALREADY_PAID',
  'INSUFFICIENT_FUNDS',
  'WALLET_AHEAD_OF_RECORDS',
  'WAITS_AFTER_RESET',
]

export function payabilityOf(preview: PaymentPreview, incomingSats: bigint): Payability {
  const { problems, lastPaid } = preview
  const rate = parseUsdNumber(preview.usdRate) ?? 0n
  const sats = (btc: string) => parseBtc(btc) ?? 0n
  const has = (code: string) => problems.find((problem) => problem.code === code)

  const spendable = sats(preview.spendableBtc)
  const rest = spendable - sats(preview.totalBtc) - sats(preview.networkFee.btc)
  const inProgress = has('PAYMENT_IN_PROGRESS')?.message ?? null
  const others = problems.filter(({ code }) => !notObstacles.includes(code))
  return {
    inProgress,
    ahead: has('WALLET_AHEAD_OF_RECORDS')?.message ?? null,
    obstacles: [...new Set(others.map(({ message }) => message))],
    paidBefore: has('ALREADY_PAID') ? lastPaid : null,
    short: has('INSUFFICIENT_FUNDS')
      ? {
          incoming: amountAt(incomingSats, rate),
          toDeposit: toDepositOf(preview, incomingSats),
        }
      : null,
    available: amountAt(spendable, rate),
    rest: amountAt(rest > 0n ? rest : 0n, rate),
  }
}
