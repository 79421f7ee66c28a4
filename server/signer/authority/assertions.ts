import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import { approvalChallenge } from '#server/authorization/sheet.ts'
import type { CountingKey } from './authority.ts'

/** The site whose passkeys are believed: the origin of PUBLIC_URL and its host. */
export type Site = { origin: string; rpId: string }

export const siteOf = (publicUrl: string): Site => {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpId: hostname }
}

/** An approval as the database has it; nothing of it is believed but what the key has signed. */
export type StoredAssertion = {
  subject_id: string
  user_id: string
  /** null: a code, which no key has signed. */
  nonce: Buffer | null
  assertion: unknown
}

/** The subject of the approvals: the signer's own reading of it. */
export type AssertionSubject = { id: string; sheetSha256: Buffer; feeCeilingUsdCents: bigint }

const text = z.string()
/** WebAuthn's AuthenticationResponseJSON, as far as a signature is checked. */
const response = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
})

/** The key among these that has signed exactly this subject as this person; null: none. */
export async function keyThatSigned<
  Key extends Pick<CountingKey, 'userId' | 'credentialId' | 'publicKey'>,
>(
  keys: readonly Key[],
  site: Site,
  subject: AssertionSubject,
  stored: StoredAssertion,
): Promise<Key | null> {
  const parsed = response.safeParse(stored.assertion)
  if (!parsed.success || stored.nonce?.length !== 32 || stored.subject_id !== subject.id)
    return null
  const key = keys.find(
    ({ userId, credentialId }) => userId === stored.user_id && credentialId === parsed.data.id,
  )
  if (!key) return null
  const challenge = approvalChallenge({
    orderId: subject.id,
    sheetSha256: subject.sheetSha256,
    feeCeilingUsdCents: subject.feeCeilingUsdCents,
    userId: stored.user_id,
    nonce: stored.nonce,
  })
  const { verified } = await verifyAuthenticationResponse({
    response: { ...parsed.data, response: withoutUndefined(parsed.data.response) },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      // The signed bytes name one order, so that a replay approves nothing else.
      counter: 0,
    },
  }).catch(() => ({ verified: false }))
  return verified ? key : null
}

const withoutUndefined = ({ userHandle, ...others }: z.infer<typeof response>['response']) => ({
  ...others,
  ...(userHandle !== undefined && { userHandle }),
})
