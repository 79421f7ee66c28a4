import type { App } from '#server/platform/http.ts'
import type { Parts } from '#server/platform/parts.ts'
import { limits, take } from '#server/platform/rate-limits.ts'
import { sessionIfAny } from './session-hook.ts'

/** Counts what each user reads and writes, once the request is known to be a right one. */
export function limitRequests(app: App, parts: Parts): void {
  app.addHook('preHandler', async (request) => {
    const session = sessionIfAny(request)
    if (!session) return
    await take(parts, request.method === 'GET' ? limits.reads : limits.writes, session.userId)
  })
}
