import { randomUUIDv7 } from 'node:crypto'
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod/mini'
import {
  type FactorOwner,
  insertPasskey,
  type PasskeyRow,
  readPasskeys,
} from '#server/authorization/factor-rows.ts'
import { type Db, findViolatedConstraint, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { handleOf, type WebauthnJson } from './assertions.ts'
import { requireRelyingParty } from './relying-party.ts'
import { newWebauthnChallenge, spendWebauthnChallenge } from './webauthn-challenges.ts'

type RegistrationDeps = Pick<Deps, 'db' | 'macKey' | 'log' | 'config' | 'clock'>

/** EdDSA, ES256 and RS256, which authenticators have (COSE algorithms, RFC 9053). */
const algorithms = [-8, -7, -257]

/** The fields of RegistrationResponseJSON (WebAuthn Level 3, 5.1) that are read. */
const registrationJson = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})

const wrong = (cause?: unknown) => new Refusal('WRONG_ASSERTION', { cause })

/** Ties a challenge to one session, so that no other page can complete it. */
const purposeOf = (sessionId: string) => `register:${sessionId}`

/** The options for a user's new passkey. The caller has checked a present factor. */
export async function registrationOptions(
  deps: Pick<Deps, 'macKey' | 'config' | 'clock'> & { db: Db },
  { sessionId, ...owner }: FactorOwner & { sessionId: string },
  user: { email: string; name: string },
): Promise<WebauthnJson> {
  const party = requireRelyingParty(deps.config.publicUrl)
  const present = await readPasskeys(deps.db, deps.macKey, owner)
  const use = { owner, purpose: purposeOf(sessionId) }
  const challenge = await newWebauthnChallenge(deps.db, deps.macKey, use, deps.clock.now())
  const options = await generateRegistrationOptions({
    rpName: 'Quincena',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(handleOf(owner.userId)),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: present.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
    // A discoverable key: the browser finds it by itself, so it signs in without an e-mail.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ...options }
}

export type NewPasskey = Omit<PasskeyRow, 'version' | 'mac'>

/** Verifies the answer of a new passkey, once; 401 `WRONG_ASSERTION` otherwise. */
export async function verifyRegistration(
  deps: RegistrationDeps,
  { sessionId, ...owner }: FactorOwner & { sessionId: string },
  { name, response }: { name: string; response: WebauthnJson },
): Promise<NewPasskey> {
  const party = requireRelyingParty(deps.config.publicUrl)
  const parsed = registrationJson.safeParse(response)
  if (!parsed.success) throw wrong(parsed.error)
  const { id, rawId, type } = parsed.data
  const { clientDataJSON, attestationObject, transports = [] } = parsed.data.response
  const json: RegistrationResponseJSON = {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject },
    clientExtensionResults: {},
  }
  let challenge = ''
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: json,
    expectedChallenge: (presented) => {
      challenge = presented
      return true
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw wrong(cause)
  })
  if (!verified) throw wrong()
  const now = deps.clock.now()
  const use = { owner, purpose: purposeOf(sessionId) }
  if (!(await spendWebauthnChallenge(deps.db, deps, challenge, use, now))) throw wrong()
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    id: randomUUIDv7(),
    company_id: owner.companyId,
    user_id: owner.userId,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports,
    is_synced: credentialDeviceType === 'multiDevice',
    backed_up: credentialBackedUp,
    rp_id: party.id,
    name,
    created_at: now,
    last_used_at: null,
    removed_at: null,
  }
}

/** Stores a verified passkey; refuses one that is stored already. */
export async function keepPasskey(trx: Trx, deps: Pick<Deps, 'macKey'>, passkey: NewPasskey) {
  await insertPasskey(trx, deps.macKey, passkey).catch((cause: unknown) => {
    throw findViolatedConstraint(cause) === 'passkeys_credential_key' ? wrong(cause) : cause
  })
}
