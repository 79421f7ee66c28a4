import { useQuery } from '@tanstack/react-query'
import { paymentAnswer } from '#contract/payments.ts'
import { type Transaction, transactionDetails } from '#contract/transactions.ts'
import { call } from '#web/lib/api.ts'
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
