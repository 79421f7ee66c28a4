import { company } from '#contract/company.ts'
import { freezeParams, freezeState, unfreezeBody } from '#contract/freezes.ts'
import { success } from '#contract/http.ts'
import { requireRole, sessionOf } from '#server/features/auth/index.ts'
import { readCompany } from '#server/features/company/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import type { Deps } from '#server/startup/deps.ts'
import { freeze, readFreeze } from './freeze.ts'
import { tryUnfreeze, unfreeze } from './unfreeze.ts'

const schema = { tags: ['company'], params: freezeParams, response: { 200: success(freezeState) } }

/** Routes for the links of mails: a reader may freeze, signed in or not. */
export async function freezeRoutes(app: App, deps: Deps): Promise<void> {
  app.get('/freezes/:token', { schema }, async (request) => {
    await take(deps, limits.freeze, networkOf(request.ip))
    return ok(request, await readFreeze(deps, request.params.token))
  })

  app.post('/freezes/:token', { schema }, async (request) => {
    await take(deps, limits.freeze, networkOf(request.ip))
    const frozen = await freeze(deps, request.params.token, request.ip)
    return ok(request, frozen, 'companyFrozen')
  })

  app.post(
    '/companies/unfreeze',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags: ['company'], body: unfreezeBody, response: { 200: success(company) } },
    },
    async (request, reply) => {
      const { db, clock } = deps
      const session = sessionOf(request)
      const { companyId } = session
      const { ip } = request
      // A repeated request gets its stored answer; its code is spent already.
      const right = (await wasHandledBefore(db, request, companyId))
        ? null
        : await tryUnfreeze(deps, session, request.body)
      return once(db, request, reply, { companyId }, async (trx) => {
        const context = { ...deps, now: clock.now(), ip, right }
        await unfreeze(trx, session, context)
        return ok(request, await readCompany(trx, deps.macKey, companyId), 'companyUnfrozen')
      })
    },
  )
}
