import type { Listener } from './notify.ts'

/** The longest that an answer waits for the node and the signer to do what they can do now. */
const answerWithinMs = 10_000

/**
 * Asks `isUnderWay` again whenever transactions moved (with `paymentId`, those of that payment),
 * until it is true or the time for an answer is over.
 */
export async function whenUnderWay(
  { listener }: { listener: Listener },
  isUnderWay: () => Promise<boolean>,
  paymentId?: string,
): Promise<void> {
  const deadline = AbortSignal.timeout(answerWithinMs)
  for (;;) {
    const changed = listener.next('transactions', 500, deadline, paymentId)
    if (deadline.aborted || (await isUnderWay())) return
    await changed
  }
}
