import type { FastifyRequest } from 'fastify'
import type { App } from '#server/platform/http/http.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { employeeCookieOf } from './cookie.ts'
import { type EmployeeSession, readSession } from './sessions.ts'

const sessions = new WeakMap<FastifyRequest, EmployeeSession>()

declare module 'fastify' {
  interface FastifyInstance {
    authenticateEmployee(request: FastifyRequest): Promise<void>
  }
}

/** Adds `requireEmployee` to `app`. A company user's bearer does not count here. */
export function decorateWithEmployees(app: App, deps: Deps): void {
  app.decorate('authenticateEmployee', async (request: FastifyRequest) => {
    const token = employeeCookieOf(request)
    const session = token ? await readSession(deps.db, deps, token, deps.clock.now()) : null
    if (!session) throw new Refusal('LINK_ENDED')
    await take(deps, limits.employeePage, session.employeeId)
    sessions.set(request, session)
  })
}

/** The `preValidation` hook of every call of the page: 401 `LINK_ENDED` without a session. */
export async function requireEmployeeSession(request: FastifyRequest): Promise<void> {
  await request.server.authenticateEmployee(request)
}

/** The employee who calls. A call reads and writes rows of this person alone. */
export function employeeOf(request: FastifyRequest): EmployeeSession {
  const session = sessions.get(request)
  if (!session) throw new Error(`${request.routeOptions.url} has no requireEmployee`)
  return session
}
