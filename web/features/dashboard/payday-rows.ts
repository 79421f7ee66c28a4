import type { Money } from '#contract/http.ts'
import type { PayrollStatusCode } from '#contract/payroll-status.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { btcText, parseBtc, parseUsdNumber, usdNumber } from '#domain/money.ts'
import { recentPaydayMs } from '#domain/occurrence-state.ts'

/** First what needs somebody, then what is on its way, at last what is done. */
const order: readonly PayrollStatusCode[] = [
  'short',
  'stopped',
  'paidInPart',
  'awaitsApproval',
  'awaitsNode',
  'ready',
  'fundsOnTheWay',
  'sent',
  'noPeople',
  'paid',
]

export const sortPayrolls = (payrolls: readonly Payroll[]): Payroll[] =>
  payrolls.toSorted(
    (a, b) =>
      order.indexOf(a.status.code) - order.indexOf(b.status.code) || a.name.localeCompare(b.name),
  )

const isOf =
  (...codes: readonly PayrollStatusCode[]) =>
  ({ status }: Payroll) =>
    codes.includes(status.code)

export const isShort = isOf('short')
export const isReady = isOf('ready')
const isToCover = isOf('short', 'fundsOnTheWay', 'ready')
/** The payroll's last payday is on its way, or paid. */
export const isRun = isOf('sent', 'awaitsNode', 'paid')
/** A payroll of which more is to be said or done than how far its funds reach. */
export const isBeyondFunds = isOf('ready', 'paidInPart', 'awaitsApproval', 'stopped')

/**
 * The subject of the first panel: the newest payday while it is recent and nothing is short, else
 * whether the next ones are covered.
 */
export type Headline =
  | { kind: 'payday'; payroll: Payroll }
  | { kind: 'coverage'; toCover: readonly Payroll[] }

export function headlineOf(payrolls: readonly Payroll[], now: number): Headline {
  const toCover = payrolls.filter(isToCover)
  const newest = payrolls
    .filter((payroll) => isRun(payroll) && payroll.status.payment !== null)
    .toSorted((a, b) => (b.status.at ?? '').localeCompare(a.status.at ?? ''))[0]
  const isRecent = (payroll: Payroll) => now - Date.parse(payroll.status.at ?? '') < recentPaydayMs
  const isFree = toCover.length === 0 || !toCover.some(isShort)
  if (newest && isFree && (toCover.length === 0 || isRecent(newest))) {
    return { kind: 'payday', payroll: newest }
  }
  return { kind: 'coverage', toCover }
}

/** The amount that all short payrolls together lack; null for nothing. */
export function sumMissing(payrolls: readonly Payroll[]): Money | null {
  const missing = payrolls.filter(isShort).flatMap(({ status }) => status.missing ?? [])
  if (missing.length === 0) return null
  const cents = missing.reduce((sum, { usd }) => sum + (parseUsdNumber(usd) ?? 0n), 0n)
  const sats = missing.reduce((sum, { btc }) => sum + (parseBtc(btc) ?? 0n), 0n)
  return { usd: usdNumber(cents), btc: btcText(sats) }
}

/** The bitcoin of the run that a state speaks of, where one transaction is all of it. */
export function btcOfRun({ status, lastTransaction }: Payroll): string | undefined {
  const payment = lastTransaction?.payment
  const isAll = payment?._id === status.payment && payment?.count === 1
  return isAll && lastTransaction?.type === 'send' ? lastTransaction.btc : undefined
}
