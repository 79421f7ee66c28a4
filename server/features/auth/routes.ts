import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refreshedToken, session, signInBody, signUpBody } from '#contract/auth.ts'
import { success } from '#contract/http.ts'
import { record } from '#server/platform/audit.ts'
import { type App, language, ok } from '#server/platform/http.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { signIn, signUp } from './accounts.ts'
import { actorOf, requireSession, sessionOf, tokenOf } from './session-hook.ts'
import { type Device, endSession, replaceToken } from './sessions.ts'

const agentLimit = 300

function deviceOf(request: FastifyRequest): Device {
  const agent = (request.headers['user-agent'] ?? '').slice(0, agentLimit)
  return { ip: request.ip, agent, language: language(request) }
}

export async function authRoutes(app: App, parts: Parts): Promise<void> {
  const { db, clock } = parts

  app.post(
    '/auth/sign-up',
    { schema: { tags: ['auth'], body: signUpBody, response: { 201: success(session) } } },
    async (request, reply) => {
      const started = await signUp(parts, request.body, deviceOf(request))
      reply.status(201)
      return ok(request, started)
    },
  )

  app.post(
    '/auth/sign-in',
    { schema: { tags: ['auth'], body: signInBody, response: { 200: success(session) } } },
    async (request) => ok(request, await signIn(parts, request.body, deviceOf(request))),
  )

  app.get(
    '/auth/refresh-token',
    {
      preValidation: requireSession,
      schema: { tags: ['auth'], response: { 200: success(refreshedToken) } },
    },
    async (request) => {
      const token = await replaceToken(db, sessionOf(request), tokenOf(request), clock.now())
      if (!token) throw new Refusal('SESSION_EXPIRED')
      return ok(request, { token })
    },
  )

  app.post(
    '/auth/sign-out',
    {
      preValidation: requireSession,
      schema: { tags: ['auth'], response: { 200: success(z.null()) } },
    },
    async (request) => {
      await db.transaction().execute(async (trx) => {
        await endSession(trx, sessionOf(request).sessionId)
        await record(trx, { ...actorOf(request), action: 'auth.signedOut', subject: '' })
      })
      return ok(request, null)
    },
  )
}
