import type { Payment } from '#contract/payments.ts'
import { ApiError } from '#web/lib/api-error.ts'

/** Nothing was sent, as far as can be known; which words say so depends on how we know. */
export class NothingSent extends Error {
  readonly because: 'offline' | 'notFound'
  constructor(because: 'offline' | 'notFound', cause: unknown) {
    super(`No payment: ${because}`, { cause })
    this.because = because
  }
}

export interface PayCalls {
  /** The newest payment that the payroll has, whatever became of it. */
  newestPaymentId: () => Promise<string | null>
  run: () => Promise<Payment>
  read: (paymentId: string) => Promise<Payment>
  wait: (ms: number) => Promise<void>
  /** The answer is lost: from here on we look for ourselves. */
  onLooking: () => void
}

/** The answer is missing, or the server itself does not know how far it got. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.outcomeUnknown || error.code === 'INTERNAL')
}

const lookEveryMs = 1500
/** The server writes a payment down within milliseconds of reading the request. */
const looksWithoutResult = 4

/**
 * Pays, and never ends without knowing what became of it: a payment, a refusal (an ApiError), or
 * NothingSent. A payment that was not there before is ours, or another administrator's of the same
 * moment: either way the payroll is being paid.
 */
export async function payOnce(calls: PayCalls): Promise<Payment> {
  const before = await calls.newestPaymentId().catch((error: unknown) => {
    throw isOutcomeUnknown(error) ? new NothingSent('offline', error) : error
  })
  try {
    return await calls.run()
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    calls.onLooking()
    const payment = await findOut(calls, before)
    if (payment === null) throw new NothingSent('notFound', error)
    return payment
  }
}

/** The payment that appeared since `before`; null when none does. */
async function findOut(calls: PayCalls, before: string | null): Promise<Payment | null> {
  for (let looks = 0; looks < looksWithoutResult; ) {
    await calls.wait(lookEveryMs)
    try {
      const newest = await calls.newestPaymentId()
      if (newest !== null && newest !== before) return await calls.read(newest)
      looks += 1
    } catch (error) {
      // Still no connection: the question stays open until there is one.
      if (!isOutcomeUnknown(error)) throw error
    }
  }
  return null
}
