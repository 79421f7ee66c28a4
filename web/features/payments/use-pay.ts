import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { newestPaymentId, readPayment, runPayment } from './api.ts'
import { payOnce } from './pay-once.ts'

/** Paying a payroll; `looking` while a lost answer is being made up for. */
export function usePay(payrollId: string) {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [looking, setLooking] = useState(false)

  const mutation = useMutation({
    mutationFn: (body: RunPaymentBody) =>
      payOnce({
        newestPaymentId: () => newestPaymentId(payrollId),
        run: () => runPayment(payrollId, body, keyFor(body)),
        read: readPayment,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onLooking: () => setLooking(true),
      }),
    onSettled: () => {
      setLooking(false)
      for (const noun of ['payrolls', 'payment-preview', 'transactions', 'dashboard']) {
        void client.invalidateQueries({ queryKey: [noun] })
      }
    },
    // The dialog says what happened.
  })
  return { ...mutation, looking }
}
