import { queryOptions } from '@tanstack/react-query'
import { paymentAnswer, paymentPeople } from '#contract/payments.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, sharedMs } from '#web/lib/polling.ts'

/** A run with its transactions: what waits for it, shows it or prints it shares the answer. */
export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['payments', 'one', paymentId],
    queryFn: async (query) => {
      const answer = await call(
        paymentAnswer,
        `/companies/payments/${encodeURIComponent(paymentId)}`,
        { signal: query.signal, automatic: isRefresh(query) },
      )
      return answer.payment
    },
    staleTime: sharedMs,
  })

/** A page of everybody whom a payment pays. */
export const paymentPeopleQuery = (paymentId: string, page: { page: number; limit: number }) =>
  queryOptions({
    queryKey: ['payments', 'people', paymentId, page],
    queryFn: ({ signal }) =>
      call(paymentPeople, `/payments/${encodeURIComponent(paymentId)}/people`, {
        query: page,
        signal,
      }),
    staleTime: sharedMs,
  })
