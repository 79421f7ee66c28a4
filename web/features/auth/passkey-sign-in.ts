import { session } from '#contract/auth.ts'
import { webauthnOptions } from '#contract/factors.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { forgetPasskey, hasUsedPasskey, rememberPasskey } from '#web/lib/passkey-place.ts'
import { passkeyProblem, requestAssertion } from '#web/lib/passkeys.ts'
import { beginSession } from '#web/lib/session-tabs.ts'

const send = { method: 'POST', savesNothing: true } as const

/**
 * Begins the session of a passkey's person; answers why there is none. Somebody who has used a passkey
 * here and now does not is believed to have changed their mind.
 */
export async function signInWithPasskey(): Promise<'none' | 'cancelled' | null> {
  const { options } = await call(webauthnOptions, '/auth/passkey/options', { ...send, body: {} })
  let response: Record<string, unknown>
  try {
    response = await requestAssertion(options)
  } catch (error) {
    return passkeyProblem(error) === 'cancelled' && hasUsedPasskey() ? 'cancelled' : 'none'
  }
  try {
    const begun = await call(session, '/auth/passkey', { ...send, body: { response } })
    rememberPasskey()
    beginSession(begun)
    return null
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'WRONG_ASSERTION')) throw error
    // The passkey was taken away from the account since.
    forgetPasskey()
    return 'none'
  }
}
