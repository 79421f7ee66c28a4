import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bumpOffer, transactionAnswer } from '#contract/bump.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { type Transaction, transactionDetails } from '#contract/transactions.ts'
import { call } from '#web/lib/api.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { isRefresh, quickPollMs, slowPollMs } from '#web/lib/polling.ts'

/** From here on no reorganisation is expected to undo it: the server's own depth of final. */
export const finalConfirmations = 6

function pollMs({ state, confirmations }: Transaction): number | false {
  if (state === 'failed' || state === 'rejected') return false
  if (state === 'removed') return slowPollMs
  if (state === 'confirmed') return confirmations < finalConfirmations ? slowPollMs : false
  return quickPollMs
}

export function useTransaction(id: string) {
  return useQuery({
    queryKey: ['transactions', 'one', id],
    queryFn: (query) =>
      call(transactionDetails, `/transactions/${encodeURIComponent(id)}/details`, {
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    refetchInterval: ({ state }) => (state.data ? pollMs(state.data.transaction) : false),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** The note that was written when paying; it belongs to the whole run. */
export function usePaymentNote(transaction: Transaction): string {
  const id = transaction.payment?._id
  const { data } = useQuery({
    queryKey: ['payments', 'note', id],
    queryFn: async ({ signal }) => {
      const path = `/companies/payments/${encodeURIComponent(id ?? '')}`
      return (await call(paymentAnswer, path, { signal })).payment.note
    },
    enabled: id !== undefined,
    // It never changes; without it the page is complete.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return data ?? ''
}

const writePath = (id: string, act: string) => `/transactions/${encodeURIComponent(id)}/${act}`

/** What speeding a transaction up takes now, asked when somebody wants to know. */
export function useBumpOffer(id: string, enabled: boolean) {
  return useQuery({
    queryKey: ['transactions', 'bump', id],
    queryFn: ({ signal }) => call(bumpOffer, writePath(id, 'bump'), { signal }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
}

/** Answers what people see of the transaction from now on: it, or what took its place. */
function useReplace<Body>(id: string, act: 'bump' | 'cancel') {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: Body) => {
      const answer = await call(transactionAnswer, writePath(id, act), {
        method: 'POST',
        ...(body !== undefined && { body }),
        idempotencyKey: keyFor({ id, act, body }),
      })
      return answer.transaction
    },
    onSettled: () => {
      for (const noun of ['transactions', 'payments', 'payrolls', 'payment-preview', 'dashboard']) {
        void client.invalidateQueries({ queryKey: [noun] })
      }
    },
    meta: { quiet: true },
  })
}

export const useBump = (id: string) => useReplace<{ feeRate: number }>(id, 'bump')
export const useCancelPayment = (id: string) => useReplace<void>(id, 'cancel')
