import type { FastifyRequest } from 'fastify'
import { idParams, success } from '#contract/http.ts'
import { sweepAddressEdit } from '#contract/sweep-address-edit.ts'
import { payrollSweep, payrollSweepEdit, sweepAddress } from '#contract/sweeps.ts'
import type { StepUpGiven } from '#contract/users.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import {
  actorOf,
  requireRole,
  requireSession,
  type StepUp,
  sessionOf,
  tryStepUp,
} from '#server/features/auth/index.ts'
import { readQuorum } from '#server/features/quorum/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import type { Deps } from '#server/startup/deps.ts'
import { markArrived, readAddress, registerAddress } from './address.ts'
import { sweepNeedsStepUp } from './change.ts'
import { endRule, readRule, setRule } from './rule.ts'

const tags = ['sweeps']
const read = { preValidation: requireSession }
const administer = { preValidation: requireRole('ADMIN') }
const answers = { asked: 'rulesAsked', now: 'sweepSaved' } as const

/**
 * Checks password and code where they are the approval, before the SQL transaction that spends
 * them.
 */
async function stepUpOf(deps: Deps, request: FastifyRequest, given: StepUpGiven) {
  const { db, clock, macKey } = deps
  const session = sessionOf(request)
  const { companyId } = session
  // A repeated request gets its stored answer; its code is spent already.
  if (await wasHandledBefore(db, request, companyId)) return null
  await refuseIfFrozen(db, macKey, companyId)
  const now = clock.now()
  const needsStepUp = sweepNeedsStepUp(await readQuorum(db, macKey, companyId, now), now)
  return needsStepUp ? tryStepUp(deps, session, 'APPROVAL', given) : null
}

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
      const stepUp: StepUp | null = await stepUpOf(deps, request, request.body)
      return once(db, request, reply, { companyId }, async (trx) => {
        const actor = { ...sweepActorOf(request, deps), network: config.network }
        const now = clock.now()
        const outcome = await registerAddress(trx, deps, actor, request.body, stepUp, now)
        return ok(request, await readAddress(trx, deps, companyId, now), answers[outcome])
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
      // A payroll of another company is not found, whatever the code.
      await readRule(db, deps, companyId, payrollId, now)
      const stepUp = await stepUpOf(deps, request, request.body)
      return once(db, request, reply, { companyId }, async (trx) => {
        const input = { payrollId, edit: request.body }
        const outcome = await setRule(trx, deps, sweepActorOf(request, deps), input, stepUp, now)
        return ok(request, await readRule(trx, deps, companyId, payrollId, now), answers[outcome])
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
