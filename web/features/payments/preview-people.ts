import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type PaymentPreview, type PreviewPeople, previewPeople } from '#contract/payments.ts'
import { btcText, parseUsdNumber, satsFromCents } from '#domain/money.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh } from '#web/lib/polling.ts'

export type PaidPerson = PreviewPeople['people'][number]

interface PeopleQuery {
  payrollId: string
  /** People who are paid alone; null: everybody. */
  only: readonly string[] | null
  /** The preview's on the screen: with another one the list is read again. */
  previewHash: string
  search: string
  period: PaymentPreview['period']
}

const atOnce = 50

/** The people of a preview and their amounts, page after page. */
export function usePreviewPeople({ payrollId, only, previewHash, search, period }: PeopleQuery) {
  const periodKey = period?.key ?? ''
  const extra = String(period?.extra ?? false)
  return useInfiniteQuery({
    queryKey: ['payment-preview', 'people', payrollId, only, previewHash, search, periodKey, extra],
    queryFn: (query) =>
      call(previewPeople, `/companies/payrolls/${payrollId}/payment-preview/people`, {
        query: {
          only: only?.join(',') ?? '',
          search,
          periodKey,
          extra,
          page: query.pageParam,
          limit: atOnce,
        },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // Another list has another hash in its key.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Somebody's bitcoin at the rate that is shown, rounded as the plan rounds. */
export function btcAt(usd: number, usdRate: number): string {
  const [cents, rate] = [parseUsdNumber(usd), parseUsdNumber(usdRate)]
  return btcText(cents === null || !rate ? 0n : satsFromCents(cents, rate))
}
