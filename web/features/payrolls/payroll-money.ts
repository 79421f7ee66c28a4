import { useQuery } from '@tanstack/react-query'
import type { Money } from '#contract/http.ts'
import type { Payroll, PayrollBalance } from '#contract/payrolls.ts'
import { btcText, parseUsdNumber } from '#domain/money.ts'
import { slowPollMs } from '#web/lib/polling.ts'
import { type Coverage, coverageOf, headUsdAt } from '#web/shared/coverage/coverage.ts'
import { paymentPreviewQuery, toDepositOf } from '#web/shared/payments/preview.ts'
import { usdOfSats, useBtcPrice } from '#web/shared/prices/price.ts'
import { usePayrollBalance } from './api.ts'

export interface PayrollMoney {
  balance: PayrollBalance | undefined
  /** The spendable amount; undefined until it is known. */
  available: Money | undefined
  /** Null for a payroll without people, while UTXOs are kept, and until everything is known. */
  cover: { coverage: Coverage; percent: number; restUsd: number } | null
  /** Kept for a payment or a withdrawal that is not sent yet. */
  kept: { sats: bigint; usd: number }
  /** In the mempool, not yet in a block. */
  incoming: { sats: bigint; usd: number }
  /** The amount of a deposit, without funds on their way; null for nothing. */
  toDeposit: Money | null
}

/** Satoshi of a balance in dollars, at the rate at which the server states the whole of it. */
function usdOf(sats: bigint, balance: PayrollBalance, price: number | undefined): number {
  if (sats === BigInt(balance.balance)) return balance.usdBalance
  return (price === undefined ? undefined : usdOfSats(sats, price)) ?? 0
}

function coverOf(payroll: Payroll | undefined, balance: PayrollBalance, price: number | undefined) {
  const rate = price === undefined ? null : parseUsdNumber(price)
  if (!payroll || payroll.employees === 0 || !rate) return null
  // UTXOs of a payment under way are not missing; its change is known when it is sent.
  if (keptSats(balance) > 0n) return null
  const spendable = BigInt(balance.spendableBalanceString)
  return coverageOf({
    spendableUsd: usdOf(spendable, balance, price),
    incomingUsd: usdOf(incomingSats(balance), balance, price),
    totalUsd: payroll.totalAmount,
    feeUsd: payroll.feeEstimate.usd,
    headUsd: headUsdAt(rate),
  })
}

const keptSats = ({ confirmedBalanceString, spendableBalanceString }: PayrollBalance) =>
  BigInt(confirmedBalanceString) - BigInt(spendableBalanceString)

const incomingSats = (balance: PayrollBalance) => {
  const sats = BigInt(balance.balance) - BigInt(balance.confirmedBalanceString)
  return sats > 0n ? sats : 0n
}

function availableOf(balance: PayrollBalance, price: number | undefined): Money {
  const spendable = BigInt(balance.spendableBalanceString)
  return { btc: btcText(spendable), usd: usdOf(spendable, balance, price) }
}

const isShort = (cover: PayrollMoney['cover']) =>
  cover?.coverage === 'missing' || cover?.coverage === 'coming'

/** As the dialog says it. */
const lackingOf = (toDeposit: Money | null) =>
  toDeposit
    ? { coverage: 'missing' as const, restUsd: toDeposit.usd }
    : { coverage: 'coming' as const, restUsd: 0 }

/** The funds of a payroll, its shortfall and its incoming deposits; kept current. */
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
  const plan = isShort(cover) ? preview.data : undefined
  const toDeposit = plan ? toDepositOf(plan, onItsWay) : null
  const money: PayrollMoney = {
    balance,
    available: balance && availableOf(balance, price),
    cover: cover && plan && plan.missing.usd > 0 ? { ...cover, ...lackingOf(toDeposit) } : cover,
    kept: { sats: kept, usd: balance ? usdOf(kept, balance, price) : 0 },
    incoming: { sats: onItsWay, usd: balance ? usdOf(onItsWay, balance, price) : 0 },
    toDeposit,
  }
  return { money, query }
}
