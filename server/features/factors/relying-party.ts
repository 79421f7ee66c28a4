import { isIP } from 'node:net'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * The party that a passkey is made for (WebAuthn Level 3, 5.1.2): the host, and the origin of its
 * page.
 */
export type RelyingParty = { id: string; origin: string }

/** The party for `PUBLIC_URL`; null where its host is an IP address: WebAuthn requires a name. */
export function toRelyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  // An IPv6 address stands in brackets.
  return isIP(hostname.replaceAll(/[[\]]/g, '')) ? null : { id: hostname, origin }
}

/** The party, or 409 where no passkey is possible. */
export function requireRelyingParty(publicUrl: string): RelyingParty {
  const party = toRelyingParty(publicUrl)
  if (!party) throw new Refusal('PASSKEYS_IMPOSSIBLE')
  return party
}
