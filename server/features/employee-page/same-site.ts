import type { FastifyRequest } from 'fastify'
import { headerText } from '#server/platform/http/headers.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * Refuses what a page of another site sends: browsers say whose page a request comes from (Fetch
 * Metadata), older ones at least its origin. SameSite keeps the cookie back besides.
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
