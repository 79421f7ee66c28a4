import { z } from 'zod/mini'
import { codeSent } from '#contract/auth.ts'
import { success } from '#contract/http.ts'
import {
  contactBody,
  contactCodeBody,
  contactCodeSent,
  passwordChange,
  resetBody,
  resetQuery,
  resetRequest,
  stepUpBody,
  user,
  userEdit,
} from '#contract/users.ts'
import {
  requireSession,
  type StepUp,
  sendStepUp,
  sessionOf,
  tryStepUp,
} from '#server/features/auth/index.ts'
import { type RightCode, tryCode } from '#server/features/codes/index.ts'
import { refuseIfFrozen } from '#server/platform/frozen.ts'
import { type App, language, ok } from '#server/platform/http.ts'
import { cameBefore, once } from '#server/platform/idempotency.ts'
import type { Parts } from '#server/platform/parts.ts'
import { limits, take } from '#server/platform/rate-limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  confirmContact,
  contactSubject,
  type Proof,
  proveContact,
  readWish,
  sendContactCode,
} from './contact.ts'
import { changesFactor, checkPhone, editUser, weakensFactor } from './edit.ts'
import { changePassword } from './password.ts'
import { askForReset, resetPassword } from './reset.ts'
import { readAccount } from './store.ts'

const messages = { off: 'twoFactorOff', updated: 'twoFactorUpdated' } as const

export async function userRoutes(app: App, parts: Parts): Promise<void> {
  const { db, clock } = parts
  const { sandbox } = parts.config

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
      let stepUp: StepUp | null = null
      // Each may send text messages, which cost money and bother whoever has that number.
      const maySend = phone !== '' || preferences !== undefined
      // A request that comes again gets its answer; its code is spent.
      if (maySend && !(await cameBefore(db, request, session.companyId))) {
        await take(parts, limits.factor, session.userId)
        const account = await readAccount(db, parts.macKey, session)
        checkPhone(account, request.body, language(request))
        if (changesFactor(account, request.body))
          await refuseIfFrozen(db, parts.macKey, session.companyId)
        if (weakensFactor(account, request.body)) {
          stepUp = await tryStepUp(parts, session, 'TWO_FACTOR', request.body)
        }
      }
      return once(db, request, reply, { companyId: session.companyId }, async (trx) => {
        const speaks = language(request)
        const context = { ...parts, ip, language: speaks, sandbox, now: clock.now(), stepUp }
        const { user, factor } = await editUser(trx, session, request.body, context)
        return ok(request, user, factor ? messages[factor] : 'profileEdited')
      })
    },
  )

  app.post(
    '/users/step-up',
    {
      preValidation: requireSession,
      schema: { tags: ['users'], body: stepUpBody, response: { 200: success(codeSent) } },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      return once(db, request, reply, { companyId: session.companyId }, async (trx) => {
        const sent = await sendStepUp(trx, parts, session, request.body.action, clock.now())
        return ok(request, sent, 'approvalCodeSent')
      })
    },
  )

  app.post(
    '/users/contact-code',
    {
      preValidation: requireSession,
      schema: {
        tags: ['users'],
        body: contactCodeBody,
        response: { 200: success(contactCodeSent) },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { companyId } = session
      const wish = await readWish(parts, session, request.body, language(request))
      let proof: Proof = null
      if (!(await cameBefore(db, request, companyId))) {
        await take(parts, limits.factor, session.userId)
        proof = await proveContact(parts, session, wish, request.body)
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        const { sentTo } = await sendContactCode(trx, parts, session, wish, proof)
        return ok(request, { sentTo }, 'approvalCodeSent')
      })
    },
  )

  app.post(
    '/users/contact',
    {
      preValidation: requireSession,
      schema: { tags: ['users'], body: contactBody, response: { 200: success(user) } },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { companyId } = session
      const { channel, code } = request.body
      let right: RightCode | null = null
      // A request that comes again gets its answer; its code is spent.
      if (!(await cameBefore(db, request, companyId))) {
        const subject = contactSubject(session, channel)
        right = await tryCode(db, parts, { ...subject, code }, clock.now())
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        if (!right) throw new Refusal('REQUEST_IN_PROGRESS')
        const context = { ip: request.ip, ...parts, now: clock.now() }
        const confirmed = await confirmContact(trx, session, right, context)
        return ok(request, confirmed, 'contactConfirmed')
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
