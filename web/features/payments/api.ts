import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publicConfig } from '#contract/company.ts'
import { acknowledgeAnswer, paymentAnswer } from '#contract/payments.ts'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, quickPollMs, slowPollMs } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { type PreviewChoices, paymentPreviewQuery } from '#web/shared/payments/preview.ts'

const path = (payrollId: string) => `/companies/payrolls/${encodeURIComponent(payrollId)}`

/** Kept current while the dialog is open: funds arrive, the price moves, the fee too. */
export function usePaymentPreview(payrollId: string, enabled: boolean, choices: PreviewChoices) {
  return useQuery({
    ...paymentPreviewQuery(payrollId, choices),
    enabled,
    // A large payroll's plan is work: it is asked often only while something is awaited.
    refetchInterval: ({ state }) => (state.data?.problems.length === 0 ? slowPollMs : quickPollMs),
  })
}

const readPath = (paymentId: string) => `/companies/payments/${encodeURIComponent(paymentId)}`

/** A payment that exists and has not been sent yet. */
export function useWaitingPayment(paymentId: string) {
  return useQuery({
    queryKey: ['payments', 'one', paymentId],
    queryFn: async (query) => {
      const answer = await call(paymentAnswer, readPath(paymentId), {
        signal: query.signal,
        automatic: isRefresh(query),
      })
      return answer.payment
    },
    refetchInterval: quickPollMs,
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const noun of ['payments', 'payrolls', 'payment-preview', 'transactions', 'dashboard']) {
      void client.invalidateQueries({ queryKey: [noun] })
    }
  }
}

/** Gives up the unpaid lines of a run that was paid in part. */
export function useCloseRun(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (restOf: string) =>
      sendOnce([path(payrollId), 'close', restOf], (idempotencyKey) =>
        call(paymentAnswer, `${path(payrollId)}/close-payment`, { method: 'POST', idempotencyKey }),
      ),
    onSettled: refresh,
  })
}

/** Acknowledges untracked spends. */
export function useAcknowledge(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (transactions: readonly string[]) =>
      sendOnce([path(payrollId), 'acknowledge', transactions], (idempotencyKey) =>
        call(acknowledgeAnswer, `${path(payrollId)}/acknowledge-records`, {
          method: 'POST',
          body: { transactions },
          idempotencyKey,
        }),
      ),
    onSettled: refresh,
  })
}

const isReachable = () => call(publicConfig, '/config')

/** Paying a payroll; `looking` while a lost answer is asked for again. */
export function usePay(payrollId: string) {
  const refresh = useRefresh()
  const [looking, setLooking] = useState(false)
  const url = `${path(payrollId)}/run-payment`
  const mutation = useMutation({
    mutationFn: async (body: RunPaymentBody) => {
      const answer = await sendOnce(
        [url, body],
        (idempotencyKey) => call(paymentAnswer, url, { method: 'POST', body, idempotencyKey }),
        { onRetry: () => setLooking(true), probe: isReachable, untilAnswered: true },
      )
      return answer.payment
    },
    onSettled: () => {
      setLooking(false)
      refresh()
    },
  })
  return { ...mutation, looking }
}
