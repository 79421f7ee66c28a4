import type { Money } from '#contract/http.ts'
import type { Payroll, PayrollBalance } from '#contract/payrolls.ts'
import { btcText } from '#domain/money.ts'
import { coverOf, type PayrollCover } from '#web/shared/coverage/coverage.ts'
import { hasBar } from '#web/shared/payday/status-look.ts'
import { usdOfSats, useBtcPrice } from '#web/shared/prices/price.ts'
import { usePayrollBalance } from './api.ts'

export interface PayrollMoney {
  balance: PayrollBalance | undefined
  /** The spendable amount; undefined until it is known. */
  available: Money | undefined
  /** Null where no money is asked for, and until everything is known. */
  cover: PayrollCover | null
  /** Kept for a payment or a withdrawal that is not sent yet. */
  kept: { sats: bigint; usd: number }
  /** Satoshi in the mempool, not yet in a block, our own change included. */
  incomingSats: bigint
}

/** Satoshi of a balance in dollars, at the rate at which the server states the whole of it. */
function usdOf(sats: bigint, balance: PayrollBalance, price: number | undefined): number {
  if (sats === BigInt(balance.balance)) return balance.usdBalance
  return (price === undefined ? undefined : usdOfSats(sats, price)) ?? 0
}

const keptSats = ({ confirmedBalanceString, spendableBalanceString }: PayrollBalance) =>
  BigInt(confirmedBalanceString) - BigInt(spendableBalanceString)

const incomingOf = (balance: PayrollBalance) => {
  const sats = BigInt(balance.balance) - BigInt(balance.confirmedBalanceString)
  return sats > 0n ? sats : 0n
}

function availableOf(balance: PayrollBalance, price: number | undefined): Money {
  const spendable = BigInt(balance.spendableBalanceString)
  return { btc: btcText(spendable), usd: usdOf(spendable, balance, price) }
}

/** States in which nothing is expected to change. */
const restful: readonly Payroll['status']['code'][] = ['noPeople', 'ready', 'paid', 'stopped']

/** The funds of a payroll and how far they reach; kept current. */
export function usePayrollMoney(payroll: Payroll) {
  const price = useBtcPrice()?.price
  const query = usePayrollBalance(
    payroll._id,
    (balance) =>
      incomingOf(balance) > 0n || keptSats(balance) > 0n || !restful.includes(payroll.status.code),
  )
  const balance = query.data
  const kept = balance ? keptSats(balance) : 0n
  const money: PayrollMoney = {
    balance,
    available: balance && availableOf(balance, price),
    cover: hasBar(payroll) ? coverOf(payroll, price) : null,
    kept: { sats: kept, usd: balance ? usdOf(kept, balance, price) : 0 },
    incomingSats: balance ? incomingOf(balance) : 0n,
  }
  return { money, query }
}
