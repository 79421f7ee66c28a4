import type { App } from '#server/platform/http.ts'
import type { Parts } from '#server/platform/parts.ts'
import { takeInBatches } from '#server/platform/rate-batches.ts'
import { limits, take } from '#server/platform/rate-limits.ts'
import { sessionIfAny } from './session-hook.ts'

const readsAtOnce = 20

/** Counts what each user reads and writes, once the request is known to be a right one. */
export function limitRequests(app: App, parts: Parts): void {
  const takeRead = takeInBatches(parts, limits.reads, readsAtOnce)
  app.addHook('preHandler', async (request) => {
    const session = sessionIfAny(request)
    if (!session) return
    if (request.method === 'GET') await takeRead(session.userId)
    else await take(parts, limits.writes, session.userId)
  })
}
