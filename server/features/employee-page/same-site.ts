import type { FastifyRequest } from 'fastify'
import { headerText } from '#server/platform/http/headers.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * Refuses requests from pages of another site. Browsers send the origin of a request (Fetch
 * Metadata), older ones at least the Origin header. SameSite withholds the cookie besides.
 */
export async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  const site = headerText(request.headers, 'sec-fetch-site')
  if (site) {
    if (site !== 'same-origin') throw new Refusal('BAD_REQUEST')
    return
  }
  const origin = headerText(request.headers, 'origin')
  if (origin && hostOf(origin) !== request.host) throw new Refusal('BAD_REQUEST')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)
