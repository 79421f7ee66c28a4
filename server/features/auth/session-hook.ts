import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionEndHeader, sessionEndName } from '#contract/session-end.ts'
import type { Role } from '#domain/roles.ts'
import { notifyAlarm } from '#server/features/notifications/index.ts'
import { headerText } from '#server/platform/http/headers.ts'
import type { App } from '#server/platform/http/http.ts'
import { noteSender } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readToken } from './session-tokens.ts'
import { endOf, endSession, type LiveSession, noteActivity, type UserSession } from './sessions.ts'

const sessions = new WeakMap<FastifyRequest, { session: LiveSession; token: string }>()

/** Calls that the web repeats on its own while nobody is there: they keep no session alive. */
const automaticRoutes = new Set(['/api/v1/coins/btc/price', '/api/v1/auth/refresh-token'])

function isAutomatic(request: FastifyRequest): boolean {
  return (
    request.headers['x-automatic'] === '1' || automaticRoutes.has(request.routeOptions.url ?? '')
  )
}

/**
 * Adds `requireSession` to `app`: 401 without a bearer, 403 for one without a live session. The
 * hook runs after the body is parsed and before it is validated, in the contract's order of
 * refusals.
 */
export function decorateWithSessions(app: App, deps: Deps): void {
  const { db, clock, log, macKey } = deps
  app.decorate('authenticate', async (request: FastifyRequest) => {
    // Any text after the scheme is a bearer. An unknown one gets 403, on which the web signs out.
    const token = /^Bearer +(\S.*)$/i.exec(headerText(request.headers, 'authorization'))?.[1]
    if (!token) throw new Refusal('INVALID_TOKEN')
    // Read from the database for each request, so that an ended session is refused at once.
    const { session, reused } = await readToken(deps, token, clock.now())
    if (reused) {
      const { sessionId, companyId } = reused
      log.warn(
        { session: sessionId, ip: request.ip },
        'a replaced token was used: its session ends',
      )
      await db.transaction().execute(async (trx) => {
        const ended = await endSession(trx, sessionId)
        const act = { action: 'auth.tokenReused', subject: '', ip: request.ip } as const
        await record(trx, { companyId, userId: null, ...act })
        const alarm = { kind: 'tokenReused', at: clock.now(), ip: request.ip } as const
        if (ended) await notifyAlarm(trx, deps, reused, alarm)
      })
    }
    if (!session) throw new Refusal('SESSION_EXPIRED')
    const now = clock.now()
    const isActivity = !isAutomatic(request)
    const lastActiveAt = isActivity
      ? await noteActivity(db, macKey, session, now)
      : session.lastActiveAt
    sessions.set(request, { session, token })
    noteSender(request, { userId: session.userId, macKey, log })
    const { at, by } = endOf({ ...session, lastActiveAt })
    return sessionEndHeader({ inMs: at.getTime() - now.getTime(), by })
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Authenticates a request; returns the header with the end of the session. */
    authenticate(request: FastifyRequest): Promise<string>
  }
}

/** The `preValidation` hook of every route that needs a bearer. */
export async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header(sessionEndName, await request.server.authenticate(request))
}

/**
 * The hook of routes for certain roles: 422 for all others, by the role at the time of the request.
 * The hook runs before the body is validated.
 */
export const requireRole =
  (...roles: readonly Role[]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await requireSession(request, reply)
    if (!roles.includes(sessionOf(request).role)) throw new Refusal('NOT_ALLOWED_FOR_ROLE')
  }

function found(request: FastifyRequest) {
  const entry = sessions.get(request)
  if (!entry) throw new Error(`${request.routeOptions.url} has no requireSession`)
  return entry
}

/** The caller's session, also on routes that need none. */
export const sessionIfAny = (request: FastifyRequest): UserSession | undefined =>
  sessions.get(request)?.session

/** The caller's session: everything a route reads or writes belongs to its company. */
export const sessionOf = (request: FastifyRequest): LiveSession => found(request).session

/** The caller in the form of the audit trail. */
export function actorOf(request: FastifyRequest): Actor & { userId: string } {
  const { companyId, userId } = sessionOf(request)
  return { companyId, userId, ip: request.ip }
}

export const tokenOf = (request: FastifyRequest): string => found(request).token
