import type { Payroll } from '#contract/payrolls.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import {
  amountAt,
  btcText,
  centsFromSats,
  parseBtc,
  parseUsdNumber,
  satsFromCents,
  usdNumber,
} from '#domain/money.ts'
import { type Coverage, coverageOf, headUsdAt } from '#web/shared/coverage/coverage.ts'

/** A payday behind us: the payment's time until its block, and then the block's. */
export interface Payday {
  state: 'sent' | 'paid'
  at: string
}

export interface CoveredPayroll {
  payroll: Payroll
  /** Nobody asks for money for a payroll that was just paid. */
  payday: Payday | null
  coverage: Coverage
  /** Share of the salaries, cut; may be above 100. */
  percent: number
  spendable: { usd: number; btc: string }
  /** In the balance and not to be spent: on its way in, or kept for a payment. */
  pendingUsd: number
  pendingUse: 'arriving' | 'reserved'
  totalBtc: string
  /** The remainder, or with the fee the amount still to be deposited. */
  restUsd: number
  missingSats: bigint
}

const order: Record<Coverage, number> = { missing: 0, coming: 1, tight: 2, covered: 3 }

interface Money {
  /** The payrolls whose pay is planned and not sent yet: its UTXOs are kept for it. */
  paying: ReadonlySet<string>
  /** These, and those with a withdrawal that is not sent yet. */
  keeping: ReadonlySet<string>
  /** Dollars for 1 BTC. */
  price: number
}

/** The payday that stands until money for the next one is seen: then that deposit is the newest. */
export function paydayOf({ lastTransaction }: Payroll): Payday | null {
  if (lastTransaction?.type !== 'send') return null
  const { state, createdAt, confirmedAt } = lastTransaction
  if (state === 'confirmed') return { state: 'paid', at: confirmedAt ?? createdAt }
  return state === 'unconfirmed' ? { state: 'sent', at: createdAt } : null
}

/** The payrolls that have people, the least covered first, those that were just paid last. */
export function coverPayrolls(
  payrolls: readonly Payroll[],
  { paying, keeping, price }: Money,
): CoveredPayroll[] {
  const rate = parseUsdNumber(price)
  if (rate === null || rate === 0n) return []
  return payrolls
    .filter(({ employees }) => employees > 0)
    .map((payroll) => {
      const balance = parseBtc(payroll.balance.btcBalance) ?? 0n
      const free = parseBtc(payroll.spendableBtc) ?? 0n
      const pending = balance - free
      // Funds kept for a payment or a withdrawal serve nothing else.
      const isKept = keeping.has(payroll._id)
      const covered = paying.has(payroll._id)
        ? payingPayroll(payroll, balance, rate)
        : coverPayroll(payroll, { free, incoming: isKept ? 0n : pending }, rate)
      const payday = paydayOf(payroll)
      return {
        ...covered,
        payday,
        ...(payday && { missingSats: 0n }),
        pendingUsd: usdNumber(centsFromSats(pending, rate)),
        pendingUse: isKept ? ('reserved' as const) : ('arriving' as const),
      }
    })
    .sort(
      (a, b) =>
        Number(a.payday !== null) - Number(b.payday !== null) ||
        order[a.coverage] - order[b.coverage] ||
        a.payroll.name.localeCompare(b.payroll.name),
    )
}

/** `free` and `incoming` in satoshi. */
function coverPayroll(
  payroll: Payroll,
  { free, incoming }: { free: bigint; incoming: bigint },
  rate: bigint,
) {
  const spendable = amountAt(free, rate)
  const total = satsFromCents(parseUsdNumber(payroll.totalAmount) ?? 0n, rate)
  const needed = total + (parseBtc(payroll.feeEstimate.btc) ?? 0n) + minimumHeadSats
  const lacking = needed - free - incoming
  return {
    payroll,
    ...coverageOf({
      spendableUsd: spendable.usd,
      incomingUsd: usdNumber(centsFromSats(incoming, rate)),
      totalUsd: payroll.totalAmount,
      feeUsd: payroll.feeEstimate.usd,
      headUsd: headUsdAt(rate),
    }),
    spendable,
    totalBtc: btcText(total),
    missingSats: lacking > 0n ? lacking : 0n,
  }
}

/** Its pay has its UTXOs already, whatever the price does now: nothing of it is missing. */
function payingPayroll(payroll: Payroll, balance: bigint, rate: bigint) {
  const all = coverPayroll(payroll, { free: balance, incoming: 0n }, rate)
  const over =
    (parseUsdNumber(all.spendable.usd) ?? 0n) - (parseUsdNumber(payroll.totalAmount) ?? 0n)
  return {
    ...all,
    coverage: 'covered' as const,
    percent: Math.max(all.percent, 100),
    restUsd: over > 0n ? usdNumber(over) : 0,
    missingSats: 0n,
  }
}

export const isShort = ({ coverage, payday }: CoveredPayroll) => !payday && coverage === 'missing'

/** The amount still to be deposited, for all short payrolls together. */
export function missingOf(rows: readonly CoveredPayroll[]): { usd: number; btc: string } | null {
  const missing = rows.filter(isShort)
  if (missing.length === 0) return null
  const cents = missing.reduce((sum, row) => sum + (parseUsdNumber(row.restUsd) ?? 0n), 0n)
  const sats = missing.reduce((sum, { missingSats }) => sum + missingSats, 0n)
  return { usd: usdNumber(cents), btc: btcText(sats) }
}

/** The newest payday among them, and whose it was. */
export function lastPayday(
  rows: readonly CoveredPayroll[],
): { name: string; payday: Payday } | null {
  const paydays = rows.flatMap(({ payroll, payday }) =>
    payday ? [{ name: payroll.name, payday }] : [],
  )
  return paydays.sort((a, b) => b.payday.at.localeCompare(a.payday.at))[0] ?? null
}
