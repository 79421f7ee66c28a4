import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { decidedAnswer } from '#contract/approval.ts'
import { call } from './api.ts'
import { useIdempotencyKey } from './idempotency-key.ts'

const path = (transactionId: string, act: string) =>
  `/transactions/${encodeURIComponent(transactionId)}/${act}`

/** Whatever came of it, also of a lost answer: the screens ask how it stands now. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const noun of ['transactions', 'payments', 'payrolls', 'payment-preview', 'dashboard']) {
      void client.invalidateQueries({ queryKey: [noun] })
    }
  }
}

/** Releases a run or a withdrawal that waits for its code. */
export function useApprove(transactionId: string) {
  const refresh = useRefresh()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (code: string) =>
      call(decidedAnswer, path(transactionId, 'approve'), {
        method: 'POST',
        body: { code },
        idempotencyKey: keyFor({ transactionId, code }),
      }),
    onSettled: refresh,
    meta: { quiet: true, blocking: true },
  })
}

export function useReject(transactionId: string) {
  const refresh = useRefresh()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (reason: string) =>
      call(decidedAnswer, path(transactionId, 'reject'), {
        method: 'POST',
        body: { reason },
        idempotencyKey: keyFor({ transactionId, reason }),
      }),
    onSettled: refresh,
    meta: { quiet: true },
  })
}

export function useResendApprovalCode(transactionId: string) {
  return useMutation({
    mutationFn: () => call(z.null(), path(transactionId, 'approval-code'), { method: 'POST' }),
    meta: { quiet: true },
  })
}
