import { queryOptions } from '@tanstack/react-query'
import type { Money } from '#contract/http.ts'
import { type PaymentPreview, paymentPreview } from '#contract/payments.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { missingAmountAt, parseBtc, parseUsdNumber } from '#domain/money.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh } from '#web/lib/polling.ts'

export type PreviewChoices = { leave: readonly string[]; targetBlocks: TargetBlocks }

/**
 * What paying a payroll now would do: the pay dialog shows it, and the payroll's page takes from it
 * what is missing to the satoshi. `leave`: people who are to get no line.
 */
export const paymentPreviewQuery = (
  payrollId: string,
  { leave, targetBlocks }: PreviewChoices = { leave: [], targetBlocks: 3 },
) =>
  queryOptions({
    queryKey: ['payment-preview', payrollId, leave, targetBlocks],
    queryFn: (query) =>
      call(paymentPreview, `/companies/payrolls/${payrollId}/payment-preview`, {
        query: { leave: leave.join(','), targetBlocks },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    // Who opens the dialog wants it as it is now.
    staleTime: 0,
  })

/** What a deposit should bring so that the payment is possible, without what is on its way; null for nothing. */
export function toDepositOf(
  { missing, usdRate }: PaymentPreview,
  incomingSats: bigint,
): Money | null {
  const sats = (parseBtc(missing.btc) ?? 0n) - incomingSats
  const rate = parseUsdNumber(usdRate) ?? 0n
  return sats > 0n && rate > 0n ? missingAmountAt(sats, rate) : null
}
