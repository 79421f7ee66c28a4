import type { StepUpGiven } from '#contract/users.ts'
import { rememberPasskey } from '#web/lib/passkey-place.ts'
import { passkeyProblem, requestAssertion } from '#web/lib/passkeys.ts'

type Assertion = NonNullable<StepUpGiven['assertion']>

/** The assertion of a passkey, or how it ended without one. */
export async function confirmByKey(
  options: Assertion,
): Promise<{ assertion: Assertion } | { problem: 'cancelled' | 'failed' }> {
  try {
    const assertion = await requestAssertion(options)
    rememberPasskey()
    return { assertion }
  } catch (error) {
    return { problem: passkeyProblem(error) === 'cancelled' ? 'cancelled' : 'failed' }
  }
}
