import { queryOptions } from '@tanstack/react-query'
import { dollarLines } from '#contract/dollar-lines.ts'
import { call } from '#web/lib/api.ts'

export const dollarLinesKey = ['dollar-lines'] as const

/** The parts in dollars of a run: its list, and how much of it is paid. */
export const dollarLinesQuery = (paymentId: string, page: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [...dollarLinesKey, paymentId, page],
    queryFn: ({ signal }) =>
      call(dollarLines, `/payments/${encodeURIComponent(paymentId)}/dollar-lines`, {
        query: page,
        signal,
      }),
  })
