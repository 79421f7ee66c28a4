import type { Money } from '#contract/http.ts'
import type { PaymentPreview, UncertainOnWire } from '#contract/payments.ts'
import { amountAt, btcText, parseBtc, parseUsdNumber, usdNumber } from '#domain/money.ts'
import { toDepositOf } from '#web/shared/payments/preview.ts'

/** A preview, read for a person: what stands in the way of paying, and what comes after. */
export interface Payability {
  /** Another payment is under way; nothing else matters until it has ended. */
  inProgress: string | null
  /** The chain has payments that the records did not know; why that is in the way, in words. */
  untracked: string | null
  /** All other obstacles in words, each once. */
  obstacles: string[]
  /** The run before this one is less than 72 hours old. */
  paidBefore: { _id: string; at: string } | null
  /** Nobody knows whether these people are paid already. */
  uncertain: UncertainOnWire | null
  /** Small deposits have to be consolidated first. */
  consolidates: boolean
  /** Everybody has a line of the period that would be paid; in words. */
  periodPaid: string | null
  /** Null when the funds suffice. */
  short: { incoming: Money; toDeposit: Money | null } | null
  available: Money
  /** The part in bitcoin, and the fee. */
  leaves: Money
  /** The remainder in the payroll; meaningless while funds are short. */
  rest: Money
}

const notObstacles: readonly string[] = [
  'PAYMENT_IN_PROGRESS',
  'ALREADY_PAID',
  'INSUFFICIENT_FUNDS',
  'WALLET_AHEAD_OF_RECORDS',
  'WAITS_AFTER_RESET',
  'HELD_ADDRESSES',
  'PERIOD_PAID',
  'PERIOD_UNCERTAIN',
  'DEPOSITS_TO_CONSOLIDATE',
]

export function payabilityOf(preview: PaymentPreview, incomingSats: bigint): Payability {
  const { problems, lastPaid } = preview
  const rate = parseUsdNumber(preview.usdRate) ?? 0n
  const sats = (btc: string) => parseBtc(btc) ?? 0n
  const cents = (usd: number) => parseUsdNumber(usd) ?? 0n
  const has = (code: string) => problems.find((problem) => problem.code === code)

  const spendable = sats(preview.spendableBtc)
  const rest = spendable - sats(preview.totalBtc) - sats(preview.networkFee.btc)
  const inProgress = has('PAYMENT_IN_PROGRESS')?.message ?? null
  const others = problems.filter(({ code }) => !notObstacles.includes(code))
  return {
    inProgress,
    untracked: has('WALLET_AHEAD_OF_RECORDS')?.message ?? null,
    obstacles: [...new Set(others.map(({ message }) => message))],
    consolidates: has('DEPOSITS_TO_CONSOLIDATE') !== undefined,
    paidBefore: has('ALREADY_PAID') ? lastPaid : null,
    uncertain: has('PERIOD_UNCERTAIN') ? (preview.uncertain ?? null) : null,
    periodPaid: has('PERIOD_PAID')?.message ?? null,
    short: has('INSUFFICIENT_FUNDS')
      ? {
          incoming: amountAt(incomingSats, rate),
          toDeposit: toDepositOf(preview),
        }
      : null,
    available: amountAt(spendable, rate),
    leaves: {
      btc: btcText(sats(preview.totalBtc) + sats(preview.networkFee.btc)),
      usd: usdNumber(cents(preview.bitcoinUsd) + cents(preview.networkFee.usd)),
    },
    rest: amountAt(rest > 0n ? rest : 0n, rate),
  }
}

/** Whether a second time can be asked for at all: without funds there is nothing to repeat. */
export const canRepeat = ({
  short,
  consolidates,
  obstacles,
  untracked,
  periodPaid,
}: Payability): boolean =>
  short === null &&
  !consolidates &&
  obstacles.length === 0 &&
  untracked === null &&
  periodPaid === null
