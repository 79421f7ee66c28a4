import { useQuery } from '@tanstack/react-query'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Payroll, PayrollBalance } from '#contract/payrolls.ts'
import {
  btcText,
  centsFromSats,
  centsFromSatsRoundedUp,
  parseBtc,
  parseUsdNumber,
  usdNumber,
} from '#domain/money.ts'
import { type Coverage, coverageOf } from '#web/lib/coverage.ts'
import { paymentPreviewQuery } from '#web/lib/payment-preview.ts'
import { slowPollMs } from '#web/lib/polling.ts'
import { useBtcPrice } from '#web/lib/price.ts'
import { usePayrollBalance } from './api.ts'

export interface PayrollMoney {
  balance: PayrollBalance | undefined
  /** What can be spent now, in dollars; undefined until it is known. */
  availableUsd: number | undefined
  /** Null for a payroll without people, while coins are kept, and until everything is known. */
  cover: { coverage: Coverage; percent: number; restUsd: number } | null
  /** Kept for a payment or a withdrawal that is not sent yet. */
  kept: { sats: bigint; usd: number }
  /** In the mempool, not yet in a block. */
  incoming: { sats: bigint; usd: number }
  /** What a deposit should bring, as far as it is not on its way already; undefined for nothing. */
  toDeposit: string | undefined
}

/** Satoshi of a balance in dollars, at the rate at which the server states the whole of it. */
function usdOf(sats: bigint, balance: PayrollBalance, price: number | undefined): number {
  if (sats === BigInt(balance.balance)) return balance.usdBalance
  const rate = price === undefined ? null : parseUsdNumber(price)
  return rate ? usdNumber(centsFromSats(sats, rate)) : 0
}

function coverOf(payroll: Payroll | undefined, balance: PayrollBalance, price: number | undefined) {
  if (!payroll || payroll.employees === 0 || price === undefined) return null
  // What a payment under way took aside is not missing; what it leaves is known when it is sent.
  if (keptSats(balance) > 0n) return null
  const spendable = BigInt(balance.spendableBalanceString)
  return coverageOf({
    spendableUsd: usdOf(spendable, balance, price),
    incomingUsd: usdOf(incomingSats(balance), balance, price),
    totalUsd: payroll.totalAmount,
    feeUsd: payroll.feeEstimate.usd,
  })
}

const keptSats = ({ confirmedBalanceString, spendableBalanceString }: PayrollBalance) =>
  BigInt(confirmedBalanceString) - BigInt(spendableBalanceString)

const incomingSats = (balance: PayrollBalance) => {
  const sats = BigInt(balance.balance) - BigInt(balance.confirmedBalanceString)
  return sats > 0n ? sats : 0n
}

const isShort = (cover: PayrollMoney['cover']) =>
  cover?.coverage === 'missing' || cover?.coverage === 'coming'

/** The dialog asks for the same: for all that is missing as the plan says it, for a part rounded up. */
function lackingOf(toDeposit: bigint, { missing, usdRate }: PaymentPreview) {
  if (toDeposit <= 0n) return { coverage: 'coming' as const, restUsd: 0 }
  const rate = parseUsdNumber(usdRate)
  const isAll = toDeposit === parseBtc(missing.btc)
  const restUsd = isAll || !rate ? missing.usd : usdNumber(centsFromSatsRoundedUp(toDeposit, rate))
  return { coverage: 'missing' as const, restUsd }
}

/** What is in a payroll, what it lacks and what is coming; kept current. */
export function usePayrollMoney(id: string, payroll: Payroll | undefined) {
  const price = useBtcPrice()?.price
  const query = usePayrollBalance(
    id,
    (balance) =>
      incomingSats(balance) > 0n ||
      keptSats(balance) > 0n ||
      isShort(coverOf(payroll, balance, price)),
  )
  const balance = query.data
  const cover = balance ? coverOf(payroll, balance, price) : null
  // Only the plan itself knows the fee to the satoshi.
  const preview = useQuery({
    ...paymentPreviewQuery(id),
    enabled: isShort(cover),
    refetchInterval: slowPollMs,
  })

  const kept = balance ? keptSats(balance) : 0n
  const onItsWay = balance ? incomingSats(balance) : 0n
  const missing = preview.data ? (parseBtc(preview.data.missing.btc) ?? 0n) : 0n
  const toDeposit = isShort(cover) ? missing - onItsWay : 0n
  const money: PayrollMoney = {
    balance,
    availableUsd: balance && usdOf(BigInt(balance.spendableBalanceString), balance, price),
    cover:
      cover && isShort(cover) && preview.data && missing > 0n
        ? { ...cover, ...lackingOf(toDeposit, preview.data) }
        : cover,
    kept: { sats: kept, usd: balance ? usdOf(kept, balance, price) : 0 },
    incoming: { sats: onItsWay, usd: balance ? usdOf(onItsWay, balance, price) : 0 },
    toDeposit: toDeposit > 0n ? btcText(toDeposit) : undefined,
  }
  return { money, query }
}
