import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DollarLine, dollarLineAnswer } from '#contract/dollar-lines.ts'
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

type Mark = { line: DollarLine } & ({ paid: boolean; reference: string } | { sent: false })

/** Says that a line was paid by the company's bank, or was not, or was not sent. Its dialog shows what is refused. */
export function useMark(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ line, ...body }: Mark) => {
      const path = `${linesPath(paymentId)}/${encodeURIComponent(line._id)}`
      return sendOnce([path, body], (idempotencyKey) =>
        call(dollarLineAnswer, path, { method: 'PATCH', body, idempotencyKey }),
      )
    },
    onSuccess: () => client.invalidateQueries({ queryKey: dollarLinesKey }),
  })
}
