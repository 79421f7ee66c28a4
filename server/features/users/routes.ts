import { z } from 'zod/mini'
import { success } from '#contract/http.ts'
import {
  passwordChange,
  resetBody,
  resetQuery,
  resetRequest,
  user,
  userEdit,
} from '#contract/users.ts'
import { requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type App, language, ok } from '#server/platform/http.ts'
import { cameBefore, once } from '#server/platform/idempotency.ts'
import type { Parts } from '#server/platform/parts.ts'
import { limits, take } from '#server/platform/rate-limits.ts'
import { editUser } from './edit.ts'
import { changePassword } from './password.ts'
import { askForReset, resetPassword } from './reset.ts'

const messages = { off: 'twoFactorOff', updated: 'twoFactorUpdated' } as const

export async function userRoutes(app: App, parts: Parts): Promise<void> {
  const { db, clock, smsConfigured } = parts

  app.put(
    '/users',
    {
      preValidation: requireSession,
      schema: { tags: ['users'], body: userEdit, response: { 200: success(user) } },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { ip } = request
      const { phone, preferences } = request.body
      // Each may send text messages, which cost money and bother whoever has that number.
      const maySend = phone !== '' || preferences !== undefined
      if (maySend && !(await cameBefore(db, request, session.companyId))) {
        await take(parts, limits.factor, session.userId)
      }
      return once(db, request, reply, { companyId: session.companyId }, async (trx) => {
        const context = { ip, language: language(request), smsConfigured, now: clock.now() }
        const { user, factor } = await editUser(trx, session, request.body, context)
        return ok(request, user, factor ? messages[factor] : 'profileEdited')
      })
    },
  )

  app.patch(
    '/users/password',
    {
      preValidation: requireSession,
      schema: { tags: ['users'], body: passwordChange, response: { 200: success(z.null()) } },
    },
    async (request) => {
      const asker = { ip: request.ip, language: language(request) }
      await changePassword(parts, sessionOf(request), request.body, asker)
      return ok(request, null, 'passwordChanged')
    },
  )

  app.post(
    '/users/reset-password',
    { schema: { tags: ['users'], body: resetRequest, response: { 200: success(z.null()) } } },
    async (request) => {
      await askForReset(parts, request.body.email, request.ip)
      return ok(request, null, 'resetMailSent')
    },
  )

  app.patch(
    '/users/reset-password',
    {
      schema: {
        tags: ['users'],
        querystring: resetQuery,
        body: resetBody,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      const { code } = request.query
      const asker = { ip: request.ip, language: language(request) }
      await resetPassword(parts, code, request.body.newPassword, asker)
      return ok(request, null, 'passwordReset')
    },
  )
}
