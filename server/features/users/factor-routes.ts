import { z } from 'zod/mini'
import {
  factors,
  passkeyAnswer,
  passkeyBody,
  passkeyName,
  presentFactorBody,
  recoveryCodes,
  removeFactorBody,
  totpCode,
  totpStarted,
  webauthnOptions,
} from '#contract/factors.ts'
import { idParams, success } from '#contract/http.ts'
import { requireRole, requireSession, sessionOf, spendStepUp } from '#server/features/auth/index.ts'
import {
  makeRecoveryCodes,
  readConfirmedApp,
  requireRelyingParty,
} from '#server/features/factors/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { confirmApp, removeApp, startApp } from './app-factor.ts'
import { readOwn } from './factor-store.ts'
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
  requestKeyApproval,
  requireOwnPasskey,
} from './passkey-factor.ts'
import {
  lockForFactors,
  proveAppRemoval,
  provePresence,
  proveRemoval,
  tellOfFactors,
} from './present-factor.ts'
import { requireMemberForReset, resetFactors } from './reset-factors.ts'

/**
 * Routes for the caller's keys, app and recovery codes. No answer is kept for repeated requests,
 * since answers contain secrets.
 */
export async function factorRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, config, macKey } = deps
  const everybody = { preValidation: requireSession }
  const tags = ['users']

  app.get(
    '/users/factors',
    { ...everybody, schema: { tags, response: { 200: success(factors) } } },
    async (request) =>
      ok(request, await readOwn(db, sessionOf(request), { ...deps, now: clock.now() })),
  )

  app.post(
    '/users/passkeys/options',
    {
      ...everybody,
      schema: { tags, body: presentFactorBody, response: { 200: success(webauthnOptions) } },
    },
    async (request) => {
      requireRelyingParty(config.publicUrl)
      const session = sessionOf(request)
      const present = await provePresence(deps, session, request.body)
      return ok(request, { options: await beginPasskey(deps, session, present) })
    },
  )

  app.post(
    '/users/passkeys',
    {
      ...everybody,
      schema: { tags, body: passkeyBody, response: { 200: success(passkeyAnswer) } },
    },
    async (request) => {
      const passkey = await addPasskey(deps, sessionOf(request), request.body, request.ip)
      return ok(request, { passkey })
    },
  )

  app.patch(
    '/users/passkeys/:id',
    {
      ...everybody,
      schema: {
        tags,
        params: idParams,
        body: passkeyName,
        response: { 200: success(passkeyAnswer) },
      },
    },
    async (request) => {
      const { id } = request.params
      const { name } = request.body
      const passkey = await renamePasskey(deps, sessionOf(request), { id, name }, request.ip)
      return ok(request, { passkey })
    },
  )

  app.post(
    '/users/passkeys/:id/request-approval',
    {
      ...everybody,
      schema: { tags, params: idParams, response: { 200: success(passkeyAnswer) } },
    },
    async (request) => {
      const session = sessionOf(request)
      await take(deps, limits.factor, session.userId)
      const passkey = await requestKeyApproval(deps, session, request.params.id, request.ip)
      return ok(request, { passkey })
    },
  )

  app.delete(
    '/users/passkeys/:id',
    {
      ...everybody,
      schema: {
        tags,
        params: idParams,
        body: removeFactorBody,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      const session = sessionOf(request)
      const { id } = request.params
      await requireOwnPasskey(deps, session, id)
      const present = await proveRemoval(deps, session, request.body)
      await removePasskey(deps, session, { id, present }, request.ip)
      return ok(request, null)
    },
  )

  app.post(
    '/users/totp',
    {
      ...everybody,
      schema: { tags, body: presentFactorBody, response: { 200: success(totpStarted) } },
    },
    async (request) => {
      const session = sessionOf(request)
      const present = await provePresence(deps, session, request.body)
      return ok(request, await startApp(db, deps, session, present))
    },
  )

  app.post(
    '/users/totp/confirm',
    { ...everybody, schema: { tags, body: totpCode, response: { 200: success(z.null()) } } },
    async (request) => {
      const { code } = request.body
      await confirmApp(db, deps, sessionOf(request), { code, ip: request.ip })
      return ok(request, null)
    },
  )

  app.delete(
    '/users/totp',
    {
      ...everybody,
      schema: { tags, body: removeFactorBody, response: { 200: success(z.null()) } },
    },
    async (request) => {
      const session = sessionOf(request)
      if (!(await readConfirmedApp(db, macKey, session))) throw new Refusal('NOT_FOUND')
      const present = await proveAppRemoval(deps, session, request.body)
      await removeApp(db, deps, session, { present, ip: request.ip })
      return ok(request, null)
    },
  )

  app.post(
    '/companies/users/:id/reset-factors',
    {
      preValidation: requireRole('ADMIN'),
      schema: {
        tags: ['team'],
        params: idParams,
        body: presentFactorBody,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      const session = sessionOf(request)
      const { id } = request.params
      await requireMemberForReset(deps, session, id)
      const present = await provePresence(deps, session, request.body)
      await resetFactors(deps, session, { id, present, ip: request.ip })
      return ok(request, null)
    },
  )

  app.post(
    '/users/recovery-codes',
    {
      ...everybody,
      schema: { tags, body: presentFactorBody, response: { 200: success(recoveryCodes) } },
    },
    async (request) => {
      const session = sessionOf(request)
      const { companyId, userId } = session
      const present = await provePresence(deps, session, request.body)
      const codes = await db.transaction().execute(async (trx) => {
        const account = await lockForFactors(trx, deps, session)
        await spendStepUp(trx, present, clock.now())
        const made = await makeRecoveryCodes(trx, macKey, { companyId, userId }, clock.now())
        await tellOfFactors(trx, deps, session, { what: 'recoveryCodesMade' })
        const subject = `${account.first_name} ${account.last_name}`
        const who = { companyId, userId, ip: request.ip, subject }
        await record(trx, { ...who, action: 'user.recoveryCodesMade' })
        return made
      })
      return ok(request, { codes })
    },
  )
}
