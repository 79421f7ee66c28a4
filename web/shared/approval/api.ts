import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { decidedAnswer } from '#contract/approval.ts'
import { transactionDetails } from '#contract/transactions.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'

const path = (transactionId: string, act: string) =>
  `/transactions/${encodeURIComponent(transactionId)}/${act}`

/** A transaction with all that is known of it; its page and what asks for its approval share the answer. */
export const transactionDetailsQuery = (id: string) => ({
  queryKey: ['transactions', 'one', id] as const,
  queryFn: (query: Parameters<typeof isRefresh>[0] & { signal: AbortSignal }) =>
    call(transactionDetails, path(id, 'details'), {
      signal: query.signal,
      automatic: isRefresh(query),
    }),
  staleTime: 0,
})

/** The subject of an approval of this transaction; undefined until it is known. */
export function useApprovalDetails(transactionId: string) {
  return useQuery(transactionDetailsQuery(transactionId)).data?.details.approval ?? undefined
}

/** All that may change with a decision: of money, of rules, of people. */
const nouns = [
  'transactions',
  'payments',
  'payrolls',
  'payment-preview',
  'dashboard',
  'approvals',
  'approval-rules',
  'company',
  'sweeps',
  'employees',
  'team',
  'calendar',
]

/** The screens ask for the current state after any outcome, a lost answer included. */
export function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun] })
  }
}

const sendDecision = (url: string, body: { code: string } | { reason: string }) =>
  sendOnce([url, body], (idempotencyKey) =>
    call(decidedAnswer, url, { method: 'POST', body, idempotencyKey }),
  )

/** Releases a run or a withdrawal that waits for its code. */
export function useApprove(transactionId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (code: string) => sendDecision(path(transactionId, 'approve'), { code }),
    onSettled: refresh,
    meta: { blocking: true },
  })
}

export function useReject(transactionId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (reason: string) => sendDecision(path(transactionId, 'reject'), { reason }),
    onSettled: refresh,
  })
}

export function useResendApprovalCode(transactionId: string) {
  return useMutation({
    mutationFn: () => call(z.null(), path(transactionId, 'approval-code'), { method: 'POST' }),
  })
}
