import { addressReport, holdRequested, reportParams } from '#contract/changes.ts'
import { idParams, success } from '#contract/http.ts'
import { actorOf, requireRole } from '#server/features/auth/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import type { Deps } from '#server/startup/deps.ts'
import { askRelease } from './ask-release.ts'
import { confirmChange, readReport, reportAddress, reportedText } from './reports.ts'

export async function addressHoldRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock } = deps
  const report = {
    tags: ['employees'],
    params: reportParams,
    response: { 200: success(addressReport) },
  }

  app.post(
    '/companies/employees/:id/address-hold/request',
    {
      preValidation: requireRole('ADMIN', 'APPROVER', 'PAYROLL'),
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
    const text = reportedText({
      hasAddress: reported.changed.includes('ADDRESS'),
      hasAccount: reported.changed.includes('ACCOUNT'),
    })
    return ok(request, reported, text)
  })

  app.post('/address-reports/:token/confirm', { schema: report }, async (request) => {
    await take(deps, limits.addressReport, networkOf(request.ip))
    const confirmed = await confirmChange(deps, request.params.token, request.ip)
    return ok(request, confirmed, confirmed.confirmed ? 'contactConfirmed' : undefined)
  })
}
