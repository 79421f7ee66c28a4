import { z } from 'zod/mini'
import { employee, employeeBody, employeeList, employeeQuery } from '#contract/employees.ts'
import { idParams, success } from '#contract/http.ts'
import { actorOf, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import type { Deps } from '#server/startup/deps.ts'
import { createEmployee, removeEmployee, replaceEmployee, requireEmployee } from './employees.ts'
import { listEmployees } from './list.ts'

export async function employeeRoutes(app: App, { db, config, macKey }: Deps): Promise<void> {
  const common = { preValidation: requireSession }
  const keys = { network: config.network, macKey }
  const body = employeeBody(config.network)
  const one = { 200: success(employee) }

  app.get(
    '/employees',
    {
      ...common,
      schema: {
        tags: ['employees'],
        querystring: employeeQuery,
        response: { 200: success(employeeList) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const { employees, matched } = await listEmployees(db, companyId, request.query)
      const pages = Math.ceil(matched / request.query.limit)
      return ok(request, { employees, employeesMatched: matched, pages })
    },
  )

  app.post(
    '/companies/employees',
    {
      ...common,
      schema: { tags: ['employees'], body, response: { 201: success(employee) } },
    },
    async (request, reply) => {
      const asker = { ...actorOf(request), language: language(request) }
      const { companyId } = asker
      return once(db, request, reply, { companyId, status: 201 }, async (trx) =>
        ok(request, await createEmployee(trx, keys, asker, request.body), 'employeeCreated'),
      )
    },
  )

  app.get(
    '/companies/employees/:id',
    { ...common, schema: { tags: ['employees'], params: idParams, response: one } },
    async (request) =>
      ok(request, await requireEmployee(db, sessionOf(request).companyId, request.params.id)),
  )

  app.put(
    '/companies/employees/:id',
    { ...common, schema: { tags: ['employees'], params: idParams, body, response: one } },
    async (request, reply) => {
      const asker = { ...actorOf(request), language: language(request) }
      const { id } = request.params
      return once(db, request, reply, { companyId: asker.companyId }, async (trx) =>
        ok(request, await replaceEmployee(trx, keys, asker, id, request.body), 'employeeEdited'),
      )
    },
  )

  app.delete(
    '/companies/employees/:id',
    {
      ...common,
      schema: { tags: ['employees'], params: idParams, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const asker = actorOf(request)
      return once(db, request, reply, { companyId: asker.companyId }, async (trx) => {
        const name = await removeEmployee(trx, asker, request.params.id)
        return ok(request, null, 'employeeDeleted', { name })
      })
    },
  )
}
