import type { PaymentPreview } from '#contract/payments.ts'
import {
  btcText,
  centsFromSats,
  centsFromSatsRoundedUp,
  parseBtc,
  parseUsdNumber,
  usdNumber,
} from '#domain/money.ts'

interface Amounts {
  btc: string
  usd: number
}

/** A preview, read for a person: what stands in the way of paying, and what comes after. */
export interface Standing {
  /** Another payment is under way; nothing else matters until it is settled. */
  inProgress: string | null
  /** The chain has payments that the records did not know; why that is in the way, in words. */
  ahead: string | null
  /** Whatever else forbids it, in words, each once. */
  obstacles: string[]
  /** The run before this one is less than 72 hours old. */
  paidBefore: { _id: string; at: string } | null
  /** Null when the funds suffice. */
  short: { missing: Amounts; incoming: Amounts; toDeposit: Amounts | null } | null
  available: Amounts
  /** What stays in the payroll; meaningless while funds are short. */
  rest: Amounts
}

const notObstacles: readonly string[] = [
  'PAYMENT_IN_PROGRESS',
  'ALREADY_PAID',
  'INSUFFICIENT_FUNDS',
  'WALLET_AHEAD_OF_RECORDS',
]

export function standingOf(preview: PaymentPreview, incomingSats: bigint): Standing {
  const { problems, lastPaid } = preview
  const rate = parseUsdNumber(preview.usdRate) ?? 0n
  const amounts = (sats: bigint): Amounts => ({
    btc: btcText(sats),
    usd: rate === 0n ? 0 : usdNumber(centsFromSats(sats, rate)),
  })
  const sats = (btc: string) => parseBtc(btc) ?? 0n
  const has = (code: string) => problems.find((problem) => problem.code === code)

  const spendable = sats(preview.spendableBtc)
  const rest = spendable - sats(preview.totalBtc) - sats(preview.networkFee.btc)
  const missing = sats(preview.missing.btc)
  const toDeposit = missing - incomingSats
  const inProgress = has('PAYMENT_IN_PROGRESS')?.message ?? null
  const others = problems.filter(({ code }) => !notObstacles.includes(code))
  return {
    inProgress,
    ahead: has('WALLET_AHEAD_OF_RECORDS')?.message ?? null,
    obstacles: [...new Set(others.map(({ message }) => message))],
    paidBefore: has('ALREADY_PAID') ? lastPaid : null,
    short: has('INSUFFICIENT_FUNDS')
      ? {
          missing: preview.missing,
          incoming: amounts(incomingSats),
          toDeposit:
            toDeposit > 0n && rate > 0n
              ? {
                  btc: btcText(toDeposit),
                  usd: usdNumber(centsFromSatsRoundedUp(toDeposit, rate)),
                }
              : null,
        }
      : null,
    available: amounts(spendable),
    rest: amounts(rest > 0n ? rest : 0n),
  }
}
