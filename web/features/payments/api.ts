import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { acknowledgeAnswer, type Payment, paymentAnswer } from '#contract/payments.ts'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import { transactionList } from '#contract/transactions.ts'
import { call } from '#web/lib/api.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { isRefresh, quickPollMs, slowPollMs } from '#web/lib/polling.ts'
import { retryWrite } from '#web/lib/retry-write.ts'
import { type PreviewChoices, paymentPreviewQuery } from '#web/shared/payments/preview.ts'

const path = (payrollId: string) => `/companies/payrolls/${encodeURIComponent(payrollId)}`

/** Kept current while the dialog is open: funds arrive, the price moves, the fee too. */
export function usePaymentPreview(payrollId: string, open: boolean, choices: PreviewChoices) {
  return useQuery({
    ...paymentPreviewQuery(payrollId, choices),
    enabled: open,
    // A large payroll's plan is work: it is asked often only while something is awaited.
    refetchInterval: ({ state }) => (state.data?.problems.length === 0 ? slowPollMs : quickPollMs),
  })
}

const readPath = (paymentId: string) => `/companies/payments/${encodeURIComponent(paymentId)}`

export async function readPayment(paymentId: string): Promise<Payment> {
  return (await call(paymentAnswer, readPath(paymentId))).payment
}

/** A payment that exists and has not been sent yet; null for none. */
export function useWaitingPayment(paymentId: string | null) {
  return useQuery({
    queryKey: ['payments', 'one', paymentId],
    queryFn: async (query) => {
      const answer = await call(paymentAnswer, readPath(paymentId ?? ''), {
        signal: query.signal,
        automatic: isRefresh(query),
      })
      return answer.payment
    },
    enabled: paymentId !== null,
    refetchInterval: quickPollMs,
  })
}

export async function runPayment(
  payrollId: string,
  body: RunPaymentBody,
  idempotencyKey: string,
): Promise<Payment> {
  const answer = await call(paymentAnswer, `${path(payrollId)}/run-payment`, {
    method: 'POST',
    body,
    idempotencyKey,
  })
  return answer.payment
}

/** The newest payment that the payroll has, whatever became of it; null if it has none. */
export async function newestPaymentId(payrollId: string): Promise<string | null> {
  const { transactions } = await call(
    transactionList,
    `/payrolls/${encodeURIComponent(payrollId)}/transactions`,
    { query: { type: 'send', limit: 1 } },
  )
  return transactions[0]?.payment?._id ?? null
}

function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const noun of ['payments', 'payrolls', 'payment-preview', 'transactions', 'dashboard']) {
      void client.invalidateQueries({ queryKey: [noun] })
    }
  }
}

/** Gives up the rest of a run that was paid in part. */
export function useCloseRun(payrollId: string) {
  const refresh = useRefresh()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (restOf: string) =>
      retryWrite(() =>
        call(paymentAnswer, `${path(payrollId)}/close-payment`, {
          method: 'POST',
          idempotencyKey: keyFor(restOf),
        }),
      ),
    onSettled: refresh,
  })
}

/** Says that the transactions that were found have been looked at. */
export function useAcknowledge(payrollId: string) {
  const refresh = useRefresh()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (transactions: readonly string[]) =>
      retryWrite(() =>
        call(acknowledgeAnswer, `${path(payrollId)}/acknowledge-records`, {
          method: 'POST',
          body: { transactions },
          idempotencyKey: keyFor(transactions),
        }),
      ),
    onSettled: refresh,
  })
}
