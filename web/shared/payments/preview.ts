import { queryOptions } from '@tanstack/react-query'
import type { HeldChoices } from '#contract/held-choices.ts'
import type { Money } from '#contract/http.ts'
import type { Include } from '#contract/include.ts'
import { type PaymentPreview, paymentPreview } from '#contract/payments.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { withoutReserve } from '#domain/funding-reserve.ts'
import { parseBtc, parseUsdNumber, toMissingAmount } from '#domain/money.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh } from '#web/lib/polling.ts'
import { type PaySource, salarySource } from './pay-source.ts'

export type PreviewChoices = {
  leave: readonly string[]
  targetBlocks: TargetBlocks
  /** People who are paid alone; null: everybody. */
  only: readonly string[] | null
  /** The choices about people whose address is held. */
  held: Readonly<HeldChoices>
  /** People paid elsewhere who are paid all the same. */
  include: Include
  /** The period is paid, and is paid once more on purpose. */
  extra: boolean
}

/**
 * The outcome of paying a payroll now: the pay dialog shows it, and the payroll's page takes the
 * shortfall to the satoshi from it. `leave`: people who get no line.
 */
export const paymentPreviewQuery = (
  payrollId: string,
  { leave, targetBlocks, only, held, include, extra }: PreviewChoices = {
    leave: [],
    targetBlocks: 3,
    only: null,
    held: {},
    include: [],
    extra: false,
  },
  { preview }: PaySource = salarySource(payrollId),
) =>
  queryOptions({
    queryKey: [
      'payment-preview',
      payrollId,
      preview,
      leave,
      targetBlocks,
      only,
      held,
      include,
      extra,
    ],
    queryFn: (query) =>
      call(paymentPreview, preview, {
        query: {
          leave: leave.join(','),
          targetBlocks,
          only: only?.join(',') ?? '',
          extra: String(extra),
          include: include === 'all' ? include : include.join(','),
          held: Object.entries(held)
            .map(([id, choice]) => `${id}:${choice}`)
            .join(','),
        },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    // The dialog shows the current state.
    staleTime: 0,
  })

/** The amount of a deposit that makes the payment possible, without funds on their way; null for nothing. */
export function toDepositOf({ toFund, usdRate }: PaymentPreview): Money | null {
  const rate = parseUsdNumber(usdRate) ?? 0n
  if (toFund.usd === 0 || rate === 0n) return null
  const sats = parseBtc(toFund.btc) ?? 0n
  const reserveUsdCents = parseUsdNumber(toFund.reserveUsd) ?? 0n
  return toMissingAmount(withoutReserve({ sats, reserveUsdCents }, rate), rate)
}
