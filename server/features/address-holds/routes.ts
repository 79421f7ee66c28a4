import { z } from 'zod/mini'
import { approvalBody } from '#contract/approvals.ts'
import { addressReport, holdRequested, reportParams } from '#contract/changes.ts'
import { idParams, success } from '#contract/http.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { actorOf, requireRole, sessionOf, tryStepUpCode } from '#server/features/auth/index.ts'
import { useCode as spendCode } from '#server/features/verification-codes/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { askRelease, endReleaseOrders } from './ask-release.ts'
import { releaseAddress, requireCountingKey, requireHeld, requireReleaser } from './release.ts'
import { confirmChange, readReport, reportAddress } from './reports.ts'

export async function addressHoldRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, macKey } = deps
  const report = {
    tags: ['employees'],
    params: reportParams,
    response: { 200: success(addressReport) },
  }

  app.post(
    '/companies/employees/:id/address-hold/release',
    {
      preValidation: requireRole('ADMIN', 'APPROVER'),
      schema: {
        tags: ['employees'],
        params: idParams,
        body: approvalBody,
        response: { 200: success(z.null()) },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { companyId } = session
      const { id } = request.params
      const releasing = { macKey, now: clock.now() }
      // A repeated request gets its stored answer; its code is spent already.
      const isAgain = await wasHandledBefore(db, request, companyId)
      if (!isAgain) {
        const held = await requireHeld(db, releasing, companyId, id)
        await requireReleaser(db, releasing, session, held)
      }
      const right = isAgain ? null : await tryStepUpCode(deps, session, 'APPROVAL', request.body)
      return once(db, request, reply, { companyId }, async (trx) => {
        // The stored answer expired in between.
        if (!right) throw new Refusal('REQUEST_IN_PROGRESS')
        await refuseIfFrozen(trx, macKey, companyId)
        await spendCode(trx, right, clock.now())
        const passkeyId = right.kind === 'PASSKEY' ? right.passkeyId : null
        await requireCountingKey(trx, releasing, companyId, passkeyId)
        const kind = passkeyId === null ? 'CODE' : 'PASSKEY'
        await releaseAddress(trx, releasing, actorOf(request), id, kind)
        await endReleaseOrders(trx, companyId, id, clock.now())
        return ok(request, null, 'addressReleased')
      })
    },
  )

  app.post(
    '/companies/employees/:id/address-hold/request',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['employees'],
        params: idParams,
        response: { 200: success(holdRequested) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      return once(db, request, reply, actor, async (trx) => {
        const _id = await askRelease(trx, deps, actor, request.params.id, clock.now())
        return ok(request, { approval: { _id } })
      })
    },
  )

  app.get('/address-reports/:token', { schema: report }, async (request) => {
    await take(deps, limits.addressReport, networkOf(request.ip))
    return ok(request, await readReport(deps, request.params.token))
  })

  app.post('/address-reports/:token', { schema: report }, async (request) => {
    await take(deps, limits.addressReport, networkOf(request.ip))
    const reported = await reportAddress(deps, request.params.token, request.ip)
    const text = reported.changed.includes('ADDRESS') ? 'addressReported' : 'contactReported'
    return ok(request, reported, text)
  })

  app.post('/address-reports/:token/confirm', { schema: report }, async (request) => {
    await take(deps, limits.addressReport, networkOf(request.ip))
    const confirmed = await confirmChange(deps, request.params.token, request.ip)
    return ok(request, confirmed, confirmed.confirmed ? 'contactConfirmed' : undefined)
  })
}
