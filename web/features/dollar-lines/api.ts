import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type DollarLine, dollarLineAnswer, dollarLinesMarked } from '#contract/dollar-lines.ts'
import { call } from '#web/lib/api.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { dollarLinesKey, dollarLinesQuery } from '#web/shared/payments/dollar-lines.ts'
import { paymentQuery } from '#web/shared/payments/payment.ts'

export const dollarLinesPageSize = 10

export const linesPath = (paymentId: string) =>
  `/payments/${encodeURIComponent(paymentId)}/dollar-lines`

/** A page of the list; the last one stays in sight while the next is fetched. */
export const useDollarLines = (paymentId: string, page: number) =>
  useQuery({
    ...dollarLinesQuery(paymentId, { page, limit: dollarLinesPageSize }),
    placeholderData: keepPreviousData,
  })

export const useRunAt = (paymentId: string) =>
  useQuery({ ...paymentQuery(paymentId), select: ({ createdAt }) => createdAt }).data

/** Reads again all that says whether dollars were sent and paid: lists, and the states of payrolls. */
function rereadDollars(client: QueryClient) {
  for (const queryKey of [dollarLinesKey, ['payrolls'], ['payments']]) {
    void client.invalidateQueries({ queryKey })
  }
}

/** For a file for the bank: dollars of a list that it had are sent. */
export function useRereadDollars() {
  const client = useQueryClient()
  return () => rereadDollars(client)
}

export type Marked = { paid: boolean; reference: string } | { sent: false }

/** Says that a line was paid by the company's bank, or was not, or was not sent. Its dialog shows what is refused. */
export function useMark(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ line, body }: { line: DollarLine; body: Marked }) => {
      const path = `${linesPath(paymentId)}/${encodeURIComponent(line._id)}`
      return sendOnce([path, body], (idempotencyKey) =>
        call(dollarLineAnswer, path, { method: 'PATCH', body, idempotencyKey }),
      )
    },
    onSuccess: () => rereadDollars(client),
  })
}

/** Says so of each line that nobody has marked. */
export function useMarkAll(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Marked) => {
      const path = linesPath(paymentId)
      return sendOnce([path, body], (idempotencyKey) =>
        call(dollarLinesMarked, path, { method: 'PATCH', body, idempotencyKey }),
      )
    },
    onSuccess: () => rereadDollars(client),
  })
}
