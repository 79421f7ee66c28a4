import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod/mini'
import {
  type FactorOwner,
  findPasskey,
  type PasskeyRow,
  readPasskeys,
  updatePasskey,
} from '#server/authorization/factor-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type RelyingParty, requireRelyingParty, toRelyingParty } from './relying-party.ts'
import { newWebauthnChallenge, spendWebauthnChallenge } from './webauthn-challenges.ts'

type Config = { config: Pick<Deps['config'], 'publicUrl'> }
export type AssertionDeps = Pick<Deps, 'macKey' | 'log' | 'clock'> & Config & { db: Db }

/** The fields of AuthenticationResponseJSON (WebAuthn Level 3, 5.1) that are read. */
const assertionJson = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.optional(z.nullable(z.string())),
  }),
})
type Assertion = z.infer<typeof assertionJson>
export type WebauthnJson = Record<string, unknown>

/** The user handle of authenticators: the 16 bytes of the id. */
export const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

const wrong = (cause?: unknown) => new Refusal('WRONG_ASSERTION', { cause })

function readAssertion(response: WebauthnJson): Assertion {
  const parsed = assertionJson.safeParse(response)
  if (!parsed.success) throw wrong(parsed.error)
  return parsed.data
}

const isSameBytes = (bytes: Buffer, base64url: string) =>
  bytes.equals(Buffer.from(base64url, 'base64url'))

/**
 * The options with which a browser lets one of these passkeys sign; null where none works at this
 * host.
 */
async function optionsFor(
  party: RelyingParty,
  challenge: Buffer,
  passkeys: readonly PasskeyRow[] | null,
): Promise<WebauthnJson> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    ...(passkeys && {
      allowCredentials: passkeys.map(({ credential_id, transports }) => ({
        id: credential_id.toString('base64url'),
        transports,
      })),
    }),
  })
  return { ...options }
}

/** The options for a user's passkeys over a challenge; null where the user has none here. */
export async function assertionOptions(
  { db, macKey, config }: Pick<Deps, 'macKey'> & Config & { db: Db },
  owner: FactorOwner,
  challenge: Buffer,
): Promise<WebauthnJson | null> {
  const party = toRelyingParty(config.publicUrl)
  if (!party) return null
  const passkeys = await readPasskeys(db, macKey, owner)
  const here = passkeys.filter(({ rp_id }) => rp_id === party.id)
  return here.length === 0 ? null : optionsFor(party, challenge, here)
}

/** Verifies an assertion by a passkey, and notes the use in its row. Returns the challenge. */
async function verifyBy(
  { db, macKey, clock, config }: Omit<AssertionDeps, 'log'>,
  passkey: PasskeyRow,
  { id, rawId, type, response }: Assertion,
): Promise<string> {
  const party = toRelyingParty(config.publicUrl)
  if (!party || passkey.rp_id !== party.id) throw wrong()
  const { clientDataJSON, authenticatorData, signature } = response
  let challenge = ''
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: (presented) => {
      challenge = presented
      return true
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch((cause: unknown) => {
    throw wrong(cause)
  })
  if (!verified) throw wrong()
  const changes = {
    counter: BigInt(authenticationInfo.newCounter),
    backed_up: authenticationInfo.credentialBackedUp,
    last_used_at: clock.now(),
  }
  // Another assertion by the same passkey came in between: its counter decides.
  if (!(await updatePasskey(db, macKey, passkey, changes))) throw wrong()
  return challenge
}

/**
 * Verifies that a user's passkey signed a challenge, as `AuthenticationResponseJSON`; 401
 * `WRONG_ASSERTION` otherwise. The caller spends the challenge.
 */
export async function verifyAssertion(
  deps: Omit<AssertionDeps, 'log'>,
  {
    companyId,
    userId,
    expectedChallenge,
    response,
  }: FactorOwner & { expectedChallenge: Buffer; response: WebauthnJson },
): Promise<{ passkeyId: string }> {
  const { challenge, passkeyId } = await verifyOwn(deps, { companyId, userId }, response)
  if (!isSameBytes(expectedChallenge, challenge)) throw wrong()
  return { passkeyId }
}

async function verifyOwn(
  deps: Omit<AssertionDeps, 'log'>,
  owner: FactorOwner,
  response: WebauthnJson,
): Promise<{ challenge: string; passkeyId: string }> {
  const assertion = readAssertion(response)
  const own = await readPasskeys(deps.db, deps.macKey, owner)
  const passkey = own.find(({ credential_id }) => isSameBytes(credential_id, assertion.id))
  if (!passkey) throw wrong()
  return { challenge: await verifyBy(deps, passkey, assertion), passkeyId: passkey.id }
}

/** Asks a user's passkeys for a purpose; null where the user has none here. */
export async function askPasskey(
  deps: Pick<Deps, 'macKey'> & Config & { db: Db },
  owner: FactorOwner,
  purpose: string,
  now: Date,
): Promise<WebauthnJson | null> {
  const party = toRelyingParty(deps.config.publicUrl)
  if (!party) return null
  const passkeys = await readPasskeys(deps.db, deps.macKey, owner)
  const here = passkeys.filter(({ rp_id }) => rp_id === party.id)
  if (here.length === 0) return null
  const challenge = await newWebauthnChallenge(deps.db, deps.macKey, { owner, purpose }, now)
  return optionsFor(party, challenge, here)
}

/** Finds the passkey that answered `askPasskey`, once; 401 `WRONG_ASSERTION` otherwise. */
export async function tryAssertion(
  deps: AssertionDeps,
  owner: FactorOwner,
  purpose: string,
  response: WebauthnJson,
): Promise<{ passkeyId: string }> {
  const { challenge, passkeyId } = await verifyOwn(deps, owner, response)
  const now = deps.clock.now()
  if (!(await spendWebauthnChallenge(deps.db, deps, challenge, { owner, purpose }, now))) {
    throw wrong()
  }
  return { passkeyId }
}

const anybody = { owner: null, purpose: 'sign-in' }

/** Asks for any passkey, whichever the browser finds. */
export async function askAnyPasskey(
  deps: Pick<Deps, 'db' | 'macKey'> & Config,
  now: Date,
): Promise<WebauthnJson> {
  const party = requireRelyingParty(deps.config.publicUrl)
  return optionsFor(party, await newWebauthnChallenge(deps.db, deps.macKey, anybody, now), null)
}

/**
 * Finds the owner of the passkey that answered `askAnyPasskey`, once; 401 `WRONG_ASSERTION`
 * otherwise.
 */
export async function tryAnyAssertion(
  deps: AssertionDeps,
  response: WebauthnJson,
): Promise<FactorOwner & { passkeyId: string }> {
  requireRelyingParty(deps.config.publicUrl)
  const assertion = readAssertion(response)
  const credential = Buffer.from(assertion.id, 'base64url')
  const passkey = await findPasskey(deps.db, deps.macKey, credential)
  if (!passkey) throw wrong()
  const handle = assertion.response.userHandle
  if (handle && !isSameBytes(handleOf(passkey.user_id), handle)) throw wrong()
  const challenge = await verifyBy(deps, passkey, assertion)
  if (!(await spendWebauthnChallenge(deps.db, deps, challenge, anybody, deps.clock.now()))) {
    throw wrong()
  }
  return { companyId: passkey.company_id, userId: passkey.user_id, passkeyId: passkey.id }
}
