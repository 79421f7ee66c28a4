import { queryOptions } from '@tanstack/react-query'
import type { Money } from '#contract/http.ts'
import { type PaymentPreview, paymentPreview } from '#contract/payments.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { missingAmountAt, parseBtc, parseUsdNumber } from '#domain/money.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh } from '#web/lib/polling.ts'

export type PreviewChoices = { leave: readonly string[]; targetBlocks: TargetBlocks }

/**
 * The outcome of paying a payroll now: the pay dialog shows it, and the payroll's page takes the
 * shortfall to the satoshi from it. `leave`: people who get no line.
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
    // The dialog shows the current state.
    staleTime: 0,
  })

/**
 * The amount of a deposit that makes the payment possible, without funds on their way; null for
 * nothing.
 */
export function toDepositOf(
  { missing, usdRate }: PaymentPreview,
  incomingSats: bigint,
): Money | null {
  const sats = (parseBtc(missing.btc) ?? 0n) - incomingSats
  const rate = parseUsdNumber(usdRate) ?? 0n
  return sats > 0n && rate > 0n ? missingAmountAt(sats, rate) : null
}
