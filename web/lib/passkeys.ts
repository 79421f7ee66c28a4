import { z } from 'zod/mini'
import { importOrReload } from './newer-build.ts'

/** JSON of WebAuthn Level 3. */
type WebauthnJson = Record<string, unknown>

const library = () => importOrReload(() => import('@simplewebauthn/browser'))

// The part of the options that the library's types ask for; the browser checks the rest.
const requestOptions = z.looseObject({ challenge: z.string() })
const creationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.looseObject({ alg: z.number(), type: z.literal('public-key') })),
})

/** Has the person confirm with a passkey that the server's options name; the answer goes to the server. */
export async function requestAssertion(options: WebauthnJson): Promise<WebauthnJson> {
  const { startAuthentication } = await library()
  return { ...(await startAuthentication({ optionsJSON: requestOptions.parse(options) })) }
}

/** Has the person's device or key make a passkey. */
export async function makePasskey(options: WebauthnJson): Promise<WebauthnJson> {
  const { startRegistration } = await library()
  return { ...(await startRegistration({ optionsJSON: creationOptions.parse(options) })) }
}

/** Before somebody presses: then the browser asks at once. */
export const prepareToAsk = () => library().catch(() => undefined)

/**
 * How it ended without a passkey: the person said no, let its time pass or has none here, for browsers
 * do not tell these apart; this device has one already; or it failed.
 */
export function passkeyProblem(error: unknown): 'cancelled' | 'exists' | 'failed' {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  return name === 'InvalidStateError' ? 'exists' : 'failed'
}
