import type { App } from '#server/platform/http/http.ts'
import { takeInBatches } from '#server/platform/http/rate-batches.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import type { Deps } from '#server/startup/deps.ts'
import { sessionIfAny } from './session-hook.ts'

const readsAtOnce = 20

/** Counts the requests of each user, once a request has passed its checks. */
export function limitRequests(app: App, deps: Deps): void {
  const takeRead = takeInBatches(deps, limits.reads, readsAtOnce)
  app.addHook('preHandler', async (request) => {
    const session = sessionIfAny(request)
    if (!session) return
    if (request.method === 'GET') await takeRead(session.userId)
    else await take(deps, limits.writes, session.userId)
  })
}
