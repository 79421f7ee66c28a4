import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publicConfig } from '#contract/company.ts'
import { acknowledgeAnswer, type PaymentPreview, paymentAnswer } from '#contract/payments.ts'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, quickPollMs, slowPollMs } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import type { PaySource } from '#web/shared/payments/pay-source.ts'
import { type PreviewChoices, paymentPreviewQuery } from '#web/shared/payments/preview.ts'

const path = (payrollId: string) => `/companies/payrolls/${encodeURIComponent(payrollId)}`

/** A choice about held people is the person's own to make: nothing comes by itself. */
const isAwaited = (preview: PaymentPreview | undefined) =>
  preview?.problems.some(({ code }) => code !== 'HELD_ADDRESSES') ?? true

/** Kept current while the dialog is open: funds arrive, the price moves, the fee too. */
export function usePaymentPreview(
  payrollId: string,
  source: PaySource,
  { enabled, ...choices }: PreviewChoices & { enabled: boolean },
) {
  return useQuery({
    ...paymentPreviewQuery(payrollId, choices, source),
    enabled,
    // A choice changes the amounts and never takes the choice itself off the screen.
    placeholderData: keepPreviousData,
    // A large payroll's plan is work: it is asked often only while something is awaited.
    refetchInterval: ({ state }) => (isAwaited(state.data) ? quickPollMs : slowPollMs),
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
    for (const noun of [
      'approvals',
      'payments',
      'payrolls',
      'payment-preview',
      'transactions',
      'dashboard',
      'calendar',
      'special-runs',
    ]) {
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

/** Paying; `looking` while a lost answer is asked for again. */
export function usePay({ run: url }: PaySource) {
  const refresh = useRefresh()
  const [looking, setLooking] = useState(false)
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
