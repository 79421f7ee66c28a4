import { z } from 'zod/mini'
import { idParams, success } from '#contract/http.ts'
import {
  membershipParams,
  payroll,
  payrollBalance,
  payrollBody,
  payrollEdit,
  payrollList,
  payrollQuery,
} from '#contract/payrolls.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { viaOf } from '#server/features/address-holds/index.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { readCover } from '#server/features/calendar/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import {
  changeMembership,
  createPayroll,
  editPayroll,
  readBalance,
  removePayroll,
  requirePayroll,
} from './payrolls.ts'
import { listPayrolls } from './store.ts'

const onePayroll = { 200: success(payroll) }

export async function payrollRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, macKey } = deps
  const keys = { network: config.network, macKey }
  const common = { preValidation: requireSession }

  app.get(
    '/payrolls',
    {
      ...common,
      schema: {
        tags: ['payrolls'],
        querystring: payrollQuery,
        response: { 200: success(payrollList) },
      },
    },
    async (request) => {
      const { payrolls, matched } = await listPayrolls(db, deps, sessionOf(request), request.query)
      const pages = Math.ceil(matched / request.query.limit)
      return ok(request, { payrolls, pages, payrollsMatched: matched })
    },
  )

  app.get(
    '/payrolls/:id',
    { ...common, schema: { tags: ['payrolls'], params: idParams, response: onePayroll } },
    async (request) => {
      const { id } = request.params
      const found = await requirePayroll(db, deps, sessionOf(request), id)
      const cover = await readCover(db, deps, sessionOf(request).companyId, id)
      return ok(request, { ...found, ...(cover && { cover }) })
    },
  )

  app.get(
    '/payrolls/:id/balance',
    {
      ...common,
      schema: {
        tags: ['payrolls'],
        params: idParams,
        response: { 200: success(payrollBalance) },
      },
    },
    async (request) =>
      ok(request, await readBalance(db, macKey, sessionOf(request).companyId, request.params.id)),
  )

  app.post(
    '/companies/payrolls',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: { tags: ['payrolls'], body: payrollBody, response: { 201: success(payroll) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      return once(db, request, reply, { companyId, status: 201 }, async (trx) => {
        const id = await createPayroll(trx, keys, actorOf(request), request.body)
        return ok(
          request,
          await requirePayroll(trx, deps, sessionOf(request), id),
          'payrollCreated',
        )
      })
    },
  )

  app.put(
    '/companies/payrolls/:id',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: { tags: ['payrolls'], params: idParams, body: payrollEdit, response: onePayroll },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      if (!isUuid(id)) throw new Refusal('NOT_FOUND')
      return once(db, request, reply, { companyId }, async (trx) => {
        await editPayroll(trx, macKey, actorOf(request), id, request.body)
        return ok(request, await requirePayroll(trx, deps, sessionOf(request), id), 'payrollEdited')
      })
    },
  )

  app.delete(
    '/companies/payrolls/:id',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: { tags: ['payrolls'], params: idParams, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      if (!isUuid(id)) throw new Refusal('NOT_FOUND')
      return once(db, request, reply, { companyId }, async (trx) => {
        // The people leave the payroll, and those of a list are employees no more.
        await refuseIfFrozen(trx, macKey, companyId)
        const name = await removePayroll(trx, macKey, actorOf(request), id, deps.clock.now())
        return ok(request, null, 'payrollDeleted', { name })
      })
    },
  )

  for (const [method, change, text] of [
    ['PATCH', 'add', 'employeeAdded'],
    ['DELETE', 'remove', 'employeeRemoved'],
  ] as const) {
    app.route({
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      method,
      url: '/companies/payrolls/:payrollId/employees/:employeeId',
      schema: { tags: ['payrolls'], params: membershipParams, response: onePayroll },
      handler: async (request, reply) => {
        const { companyId } = sessionOf(request)
        const changing = { ...actorOf(request), via: viaOf(request), now: deps.clock.now() }
        return once(db, request, reply, { companyId }, async (trx) => {
          await refuseIfFrozen(trx, macKey, companyId)
          const name = await changeMembership(trx, macKey, changing, request.params, change)
          const changed = await requirePayroll(
            trx,
            deps,
            sessionOf(request),
            request.params.payrollId,
          )
          return ok(request, changed, text, { name })
        })
      },
    })
  }
}
