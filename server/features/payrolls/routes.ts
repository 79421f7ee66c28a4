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
import { actorOf, requireSession, sessionOf } from '#server/features/auth/index.ts'
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

export async function payrollRoutes(app: App, { db, config }: Deps): Promise<void> {
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
      const { companyId } = sessionOf(request)
      const { payrolls, matched } = await listPayrolls(db, companyId, request.query)
      const pages = Math.ceil(matched / request.query.limit)
      return ok(request, { payrolls, pages, payrollsMatched: matched })
    },
  )

  app.get(
    '/payrolls/:id',
    { ...common, schema: { tags: ['payrolls'], params: idParams, response: onePayroll } },
    async (request) =>
      ok(request, await requirePayroll(db, sessionOf(request).companyId, request.params.id)),
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
      ok(request, await readBalance(db, sessionOf(request).companyId, request.params.id)),
  )

  app.post(
    '/companies/payrolls',
    {
      ...common,
      schema: { tags: ['payrolls'], body: payrollBody, response: { 201: success(payroll) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      return once(db, request, reply, { companyId, status: 201 }, async (trx) => {
        const id = await createPayroll(trx, actorOf(request), config.network, request.body)
        return ok(request, await requirePayroll(trx, companyId, id), 'payrollCreated')
      })
    },
  )

  app.put(
    '/companies/payrolls/:id',
    {
      ...common,
      schema: { tags: ['payrolls'], params: idParams, body: payrollEdit, response: onePayroll },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      if (!isUuid(id)) throw new Refusal('NOT_FOUND')
      return once(db, request, reply, { companyId }, async (trx) => {
        await editPayroll(trx, actorOf(request), id, request.body)
        return ok(request, await requirePayroll(trx, companyId, id), 'payrollEdited')
      })
    },
  )

  app.delete(
    '/companies/payrolls/:id',
    {
      ...common,
      schema: { tags: ['payrolls'], params: idParams, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      if (!isUuid(id)) throw new Refusal('NOT_FOUND')
      return once(db, request, reply, { companyId }, async (trx) => {
        const name = await removePayroll(trx, actorOf(request), id)
        return ok(request, null, 'payrollDeleted', { name })
      })
    },
  )

  for (const [method, change, text] of [
    ['PATCH', 'add', 'employeeAdded'],
    ['DELETE', 'remove', 'employeeRemoved'],
  ] as const) {
    app.route({
      ...common,
      method,
      url: '/companies/payrolls/:payrollId/employees/:employeeId',
      schema: { tags: ['payrolls'], params: membershipParams, response: onePayroll },
      handler: async (request, reply) => {
        const { companyId } = sessionOf(request)
        return once(db, request, reply, { companyId }, async (trx) => {
          const name = await changeMembership(trx, actorOf(request), request.params, change)
          const changed = await requirePayroll(trx, companyId, request.params.payrollId)
          return ok(request, changed, text, { name })
        })
      },
    })
  }
}
