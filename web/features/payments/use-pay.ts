import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import { ApiError } from '#web/lib/api.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { newestPaymentId, readPayment, runPayment } from './api.ts'

/** Nothing was sent, as far as can be known; which words say so depends on how we know. */
export class NothingSent extends Error {
  readonly because: 'offline' | 'notFound'
  constructor(because: 'offline' | 'notFound', cause: unknown) {
    super(`No payment: ${because}`, { cause })
    this.because = because
  }
}

/** The answer is missing, or the server itself does not know how far it got. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.outcomeUnknown || error.code === 'INTERNAL')
}

const lookEveryMs = 1500
/** The server writes a payment down within milliseconds of reading the request. */
const looksWithoutResult = 4

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** After a lost answer: the payment that appeared since `before`, or null when none does. */
async function findOut(payrollId: string, before: string | null): Promise<Payment | null> {
  for (let looks = 0; looks < looksWithoutResult; ) {
    await sleep(lookEveryMs)
    try {
      const newest = await newestPaymentId(payrollId)
      if (newest !== null && newest !== before) return await readPayment(newest)
      looks += 1
    } catch (error) {
      // Still no connection: the question stays open until there is one.
      if (!isOutcomeUnknown(error)) throw error
    }
  }
  return null
}

/**
 * Pays, and never ends without knowing what became of it: a payment, a refusal (an ApiError), or
 * NothingSent.
 */
export function usePay(payrollId: string) {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [looking, setLooking] = useState(false)

  async function pay(body: RunPaymentBody): Promise<Payment> {
    let before: string | null
    try {
      before = await newestPaymentId(payrollId)
    } catch (error) {
      if (isOutcomeUnknown(error)) throw new NothingSent('offline', error)
      throw error
    }
    try {
      return await runPayment(payrollId, body, keyFor(body))
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      setLooking(true)
      const payment = await findOut(payrollId, before)
      if (payment === null) throw new NothingSent('notFound', error)
      return payment
    }
  }

  const mutation = useMutation({
    mutationFn: pay,
    onSettled: () => {
      setLooking(false)
      for (const noun of ['payrolls', 'payment-preview', 'transactions', 'dashboard']) {
        void client.invalidateQueries({ queryKey: [noun] })
      }
    },
    // The dialog says what happened.
    meta: { quiet: true },
  })
  return { ...mutation, looking }
}
