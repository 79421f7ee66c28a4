import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { employeeBody, employeeEdit } from '#contract/employee-body.ts'
import { employee, employeeList, employeeQuery, sharedAddressBody } from '#contract/employees.ts'
import { idParams, success } from '#contract/http.ts'
import { keptFields } from '#domain/employee-fields.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { viaOf } from '#server/features/address-holds/index.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import type { Deps } from '#server/startup/deps.ts'
import { createEmployee, removeEmployee, replaceEmployee } from './employees.ts'
import { listEmployees, requireEmployee } from './read.ts'
import { acceptSharedAddress } from './shared-address.ts'

export async function employeeRoutes(app: App, { db, config, macKey, clock }: Deps): Promise<void> {
  const common = { preValidation: requireSession }
  const keys = { network: config.network, macKey }
  const one = { 200: success(employee) }
  const contextOf = (request: FastifyRequest) => ({
    companyId: sessionOf(request).companyId,
    macKey,
    now: clock.now(),
  })
  const editorOf = (request: FastifyRequest) => ({
    ...actorOf(request),
    language: language(request),
    via: viaOf(request),
    now: clock.now(),
  })

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
      const list = await listEmployees(db, contextOf(request), request.query, config.network)
      return ok(request, list)
    },
  )

  app.post(
    '/companies/employees',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['employees'],
        body: employeeBody(config.network, () => clock.now()),
        response: { 201: success(employee) },
      },
    },
    async (request, reply) => {
      const editor = editorOf(request)
      const { companyId } = editor
      return once(db, request, reply, { companyId, status: 201 }, async (trx) => {
        await refuseIfFrozen(trx, keys.macKey, companyId)
        return ok(request, await createEmployee(trx, keys, editor, request.body), 'employeeCreated')
      })
    },
  )

  app.get(
    '/companies/employees/:id',
    { ...common, schema: { tags: ['employees'], params: idParams, response: one } },
    async (request) => {
      return ok(request, await requireEmployee(db, contextOf(request), request.params.id))
    },
  )

  app.put(
    '/companies/employees/:id',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['employees'],
        description: `Replaces the employee whole, but for ${keptFields.join(', ')}: each of them stays as it is where the body does not name it, or has null; "" takes it away (not the share). \`version\`: the one that was read; 409 EMPLOYEE_CHANGED with data.employee where somebody changed the person since. \`samePerson\`: says after 409 ANOTHER_PERSON (data.question) that the id stays this person's, with payments, receipts and consents.`,
        params: idParams,
        body: employeeEdit(config.network, () => clock.now()),
        response: one,
      },
    },
    async (request, reply) => {
      const editor = editorOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId: editor.companyId }, async (trx) => {
        await refuseIfFrozen(trx, keys.macKey, editor.companyId)
        const edited = await replaceEmployee(trx, keys, editor, id, request.body)
        return ok(request, edited, 'employeeEdited')
      })
    },
  )

  app.put(
    '/companies/employees/:id/shared-address',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: { tags: ['employees'], params: idParams, body: sharedAddressBody, response: one },
    },
    async (request, reply) => {
      const context = { ...actorOf(request), ...contextOf(request), language: language(request) }
      const { id } = request.params
      return once(db, request, reply, { companyId: context.companyId }, async (trx) => {
        await refuseIfFrozen(trx, keys.macKey, context.companyId)
        return ok(request, await acceptSharedAddress(trx, context, id, request.body))
      })
    },
  )

  app.delete(
    '/companies/employees/:id',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: { tags: ['employees'], params: idParams, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const editor = editorOf(request)
      return once(db, request, reply, { companyId: editor.companyId }, async (trx) => {
        await refuseIfFrozen(trx, keys.macKey, editor.companyId)
        const name = await removeEmployee(trx, macKey, editor, request.params.id)
        return ok(request, null, 'employeeDeleted', { name })
      })
    },
  )
}
