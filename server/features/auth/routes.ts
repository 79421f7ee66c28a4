import { z } from 'zod/mini'
import {
  codeSent,
  endSessionBody,
  mfaBody,
  mfaResendBody,
  refreshedToken,
  session,
  sessionList,
  signInAnswer,
  signInBody,
  signUpState,
} from '#contract/auth.ts'
import { passkeySignInBody, passkeySignInOptionsBody, webauthnOptions } from '#contract/factors.ts'
import { idParams, success } from '#contract/http.ts'
import { invitation, invitationBody, signUpBody } from '#contract/sign-up.ts'
import { notifyAlarm } from '#server/features/notifications/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { faultText } from '#server/platform/http/language.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { finishChallenge, resendCode } from './challenges.ts'
import { readSignUpInvitation } from './company-invitations.ts'
import { setDeviceCookie } from './device-cookie.ts'
import { deviceOf } from './device-of.ts'
import { passkeySignInOptions, signInByPasskey } from './passkey-sign-in.ts'
import { actorOf, requireSession, sessionOf, tokenOf } from './session-hook.ts'
import { replaceToken } from './session-tokens.ts'
import { endSession, endSessionOf, listSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { isSignUpOpen, signUp } from './sign-up.ts'
import { tryPassword } from './step-up.ts'

export async function authRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, config, macKey } = deps

  app.post(
    '/auth/sign-up',
    { schema: { tags: ['auth'], body: signUpBody, response: { 201: success(session) } } },
    async (request, reply) => {
      const { answer, cookie } = await signUp(deps, request.body, deviceOf(request))
      setDeviceCookie(reply, config, cookie)
      reply.status(201)
      return ok(request, answer)
    },
  )

  app.get(
    '/auth/sign-up',
    { schema: { tags: ['auth'], response: { 200: success(signUpState) } } },
    async (request) => ok(request, { open: await isSignUpOpen(deps) }),
  )

  app.post(
    '/auth/sign-up/invitation',
    { schema: { tags: ['auth'], body: invitationBody, response: { 200: success(invitation) } } },
    async (request) => {
      await take(deps, limits.invitation, networkOf(request.ip))
      const email = await readSignUpInvitation(deps, request.body.invitation, clock.now())
      if (email === null) throw new Refusal('INVITATION_ENDED')
      return ok(request, { email })
    },
  )

  app.post(
    '/auth/sign-in',
    { schema: { tags: ['auth'], body: signInBody, response: { 200: success(signInAnswer) } } },
    async (request, reply) => {
      const { answer, cookie } = await signIn(deps, request.body, deviceOf(request))
      if (cookie !== null) setDeviceCookie(reply, config, cookie)
      return ok(request, answer)
    },
  )

  app.post(
    '/auth/sign-in/mfa',
    { schema: { tags: ['auth'], body: mfaBody, response: { 200: success(session) } } },
    async (request, reply) => {
      const { answer, cookie } = await finishChallenge(deps, request.body, deviceOf(request))
      setDeviceCookie(reply, config, cookie)
      return ok(request, answer)
    },
  )

  app.post(
    '/auth/sign-in/mfa/resend',
    { schema: { tags: ['auth'], body: mfaResendBody, response: { 200: success(codeSent) } } },
    async (request) => ok(request, await resendCode(deps, request.body, language(request))),
  )

  app.post(
    '/auth/passkey/options',
    {
      schema: {
        tags: ['auth'],
        body: passkeySignInOptionsBody,
        response: { 200: success(webauthnOptions) },
      },
    },
    async (request) => ok(request, { options: await passkeySignInOptions(deps, request.ip) }),
  )

  app.post(
    '/auth/passkey',
    { schema: { tags: ['auth'], body: passkeySignInBody, response: { 200: success(session) } } },
    async (request, reply) => {
      const { response } = request.body
      const { answer, cookie } = await signInByPasskey(deps, response, deviceOf(request))
      setDeviceCookie(reply, config, cookie)
      return ok(request, answer)
    },
  )

  app.get(
    '/auth/refresh-token',
    {
      preValidation: requireSession,
      schema: { tags: ['auth'], response: { 200: success(refreshedToken) } },
    },
    async (request) => {
      const session = sessionOf(request)
      const token = await replaceToken(db, macKey, session, tokenOf(request), clock.now())
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
      const who = actorOf(request)
      await db.transaction().execute(async (trx) => {
        await endSession(trx, sessionOf(request).sessionId)
        await record(trx, { ...who, action: 'auth.signedOut', subject: '' })
      })
      return ok(request, null)
    },
  )

  app.get(
    '/auth/sessions',
    {
      preValidation: requireSession,
      schema: { tags: ['auth'], response: { 200: success(sessionList) } },
    },
    async (request) =>
      ok(request, { sessions: await listSessions(db, sessionOf(request), clock.now()) }),
  )

  app.delete(
    '/auth/sessions/:id',
    {
      preValidation: requireSession,
      schema: {
        tags: ['auth'],
        params: idParams,
        body: endSessionBody,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      const { id } = request.params
      const session = sessionOf(request)
      const listed = await listSessions(db, session, clock.now())
      if (!listed.some(({ _id }) => _id === id)) throw new Refusal('NOT_FOUND')
      // A thief with a stolen session must not shut out the owner by ending all others.
      if (id !== session.sessionId) {
        const { password } = request.body
        if (password === undefined) {
          const message = faultText('required', language(request))
          throw new Refusal('VALIDATION', { faults: [{ path: 'password', message }] })
        }
        await tryPassword(deps, session, password)
      }
      await db.transaction().execute(async (trx) => {
        const agent = await endSessionOf(trx, session, id)
        if (agent === null) throw new Refusal('NOT_FOUND')
        await record(trx, { ...actorOf(request), action: 'auth.sessionEnded', subject: agent })
        if (id === session.sessionId) return
        const alarm = { kind: 'sessionEnded', at: clock.now(), device: agent } as const
        await notifyAlarm(trx, deps, session, { ...alarm, ip: request.ip })
      })
      return ok(request, null)
    },
  )
}
