import { z } from 'zod/mini'
import { codeSent } from '#contract/auth.ts'
import { success } from '#contract/http.ts'
import { user } from '#contract/user.ts'
import {
  contactBody,
  contactCodeBody,
  contactCodeSent,
  passwordChange,
  resetBody,
  resetQuery,
  resetRequest,
  stepUpBody,
  userEdit,
} from '#contract/users.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import {
  requireSession,
  type StepUp,
  sendStepUp,
  sessionOf,
  tryStepUp,
} from '#server/features/auth/index.ts'
import { type MessageCode, tryMessageCode } from '#server/features/verification-codes/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import {
  confirmContact,
  contactSubject,
  type Proof,
  proveContact,
  readWish,
  sendContactCode,
} from './contact.ts'
import { changesFactor, checkPhone, editUser, wantsFactor } from './edit.ts'
import { changePassword } from './password.ts'
import { askForReset, resetPassword } from './reset.ts'
import { readAccount } from './store.ts'

const messages = { off: 'twoFactorOff', updated: 'twoFactorUpdated' } as const

export async function userRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock } = deps
  const { sandbox } = deps.config

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
      // A change of phone or preferences may send text messages, which cost money and bother the
      // number's owner.
      const maySend = phone !== '' || preferences !== undefined
      // A repeated request gets its stored answer; its code is spent already.
      if (maySend && !(await wasHandledBefore(db, request, session.companyId))) {
        await take(deps, limits.factor, session.userId)
        const account = await readAccount(db, deps.macKey, session)
        checkPhone(account, request.body, language(request))
        if (changesFactor(account, request.body))
          await refuseIfFrozen(db, deps.macKey, session.companyId)
        if (await wantsFactor(db, deps.macKey, account, request.body)) {
          stepUp = await tryStepUp(deps, session, 'TWO_FACTOR', request.body)
        }
      }
      return once(db, request, reply, { companyId: session.companyId }, async (trx) => {
        const speaks = language(request)
        const context = { ...deps, ip, language: speaks, sandbox, now: clock.now(), stepUp }
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
        const sent = await sendStepUp(trx, deps, session, request.body.action, clock.now())
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
      const wish = await readWish(deps, session, request.body, language(request))
      let proof: Proof = null
      if (!(await wasHandledBefore(db, request, companyId))) {
        await take(deps, limits.factor, session.userId)
        proof = await proveContact(deps, session, wish, request.body)
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        const { sentTo } = await sendContactCode(trx, deps, session, wish, proof)
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
      let right: MessageCode | null = null
      // A repeated request gets its stored answer; its code is spent already.
      if (!(await wasHandledBefore(db, request, companyId))) {
        const subject = contactSubject(session, channel)
        right = await tryMessageCode(db, deps, { ...subject, code }, clock.now())
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        if (!right) throw new Refusal('REQUEST_IN_PROGRESS')
        const context = { ip: request.ip, ...deps, now: clock.now() }
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
      const actor = { ip: request.ip, language: language(request) }
      await changePassword(deps, sessionOf(request), request.body, actor)
      return ok(request, null, 'passwordChanged')
    },
  )

  app.post(
    '/users/reset-password',
    { schema: { tags: ['users'], body: resetRequest, response: { 200: success(z.null()) } } },
    async (request) => {
      await askForReset(deps, request.body.email, request.ip)
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
      const actor = { ip: request.ip, language: language(request) }
      await resetPassword(deps, code, request.body.newPassword, actor)
      return ok(request, null, 'passwordReset')
    },
  )
}
