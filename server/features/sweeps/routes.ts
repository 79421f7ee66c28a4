import type { FastifyRequest } from 'fastify'
import { idParams, success } from '#contract/http.ts'
import { sweepAddressEdit } from '#contract/sweep-address-edit.ts'
import { payrollSweep, payrollSweepEdit, sweepAddress } from '#contract/sweeps.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import type { Deps } from '#server/startup/deps.ts'
import { markArrived, readAddress, registerAddress } from './address.ts'
import { endRule, readRule, setRule } from './rule.ts'

const tags = ['sweeps']
const read = { preValidation: requireSession }
const administer = { preValidation: requireRole('ADMIN') }

const sweepActorOf = (request: FastifyRequest, { config: { sandbox } }: Deps) => ({
  ...actorOf(request),
  userId: sessionOf(request).userId,
  language: language(request),
  sandbox,
})

async function addressRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const url = '/companies/sweep-address'
  const response = { 200: success(sweepAddress) }

  app.get(url, { ...read, schema: { tags, response } }, async (request) =>
    ok(request, await readAddress(db, deps, sessionOf(request).companyId, clock.now())),
  )

  app.put(
    url,
    { ...administer, schema: { tags, body: sweepAddressEdit(config.network), response } },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        const actor = { ...sweepActorOf(request, deps), network: config.network }
        const now = clock.now()
        await registerAddress(trx, deps, actor, request.body, now)
        return ok(request, await readAddress(trx, deps, companyId, now), 'rulesAsked')
      })
    },
  )

  app.post(`${url}/arrived`, { ...administer, schema: { tags, response } }, (request, reply) => {
    const { companyId } = sessionOf(request)
    return once(db, request, reply, { companyId }, async (trx) => {
      const now = clock.now()
      await markArrived(trx, deps, sweepActorOf(request, deps), now)
      return ok(request, await readAddress(trx, deps, companyId, now), 'sweepSaved')
    })
  })
}

async function ruleRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock } = deps
  const url = '/companies/payrolls/:id/sweep'
  const response = { 200: success(payrollSweep) }

  app.get(url, { ...read, schema: { tags, params: idParams, response } }, async (request) => {
    const { companyId } = sessionOf(request)
    return ok(request, await readRule(db, deps, companyId, request.params.id, clock.now()))
  })

  app.put(
    url,
    { ...administer, schema: { tags, params: idParams, body: payrollSweepEdit, response } },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id: payrollId } = request.params
      const now = clock.now()
      return once(db, request, reply, { companyId }, async (trx) => {
        const input = { payrollId, edit: request.body }
        await setRule(trx, deps, sweepActorOf(request, deps), input, now)
        return ok(request, await readRule(trx, deps, companyId, payrollId, now), 'rulesAsked')
      })
    },
  )

  app.delete(
    url,
    { ...administer, schema: { tags, params: idParams, response } },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id: payrollId } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        const now = clock.now()
        await endRule(trx, deps, sweepActorOf(request, deps), payrollId, now)
        return ok(request, await readRule(trx, deps, companyId, payrollId, now), 'sweepEnded')
      })
    },
  )
}

export async function sweepRoutes(app: App, deps: Deps): Promise<void> {
  await addressRoutes(app, deps)
  await ruleRoutes(app, deps)
}
