import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { z } from 'zod/mini'
import { idParams, success } from '#contract/http.ts'
import {
  bulkPayroll,
  bulkQuery,
  decisionsBody,
  importErrors,
  importedPeople,
  importProgress,
  importStarted,
  listDiff,
  uploadLimitBytes,
} from '#contract/imports.ts'
import { payroll } from '#contract/payrolls.ts'
import { pageQuery } from '#contract/queries.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { requirePayroll } from '#server/features/payrolls/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import type { Deps } from '#server/startup/deps.ts'
import { bulk } from './bulk.ts'
import { answerImport } from './decisions.ts'
import { listFaults } from './faults.ts'
import { readProgress, requireImport } from './imports.ts'
import { reportLines } from './report.ts'
import { toImport } from './store.ts'
import { makeRegular } from './to-regular.ts'
import { requireForm } from './upload.ts'

export async function importRoutes(app: App, deps: Deps): Promise<void> {
  // A scope of its own, because other routes accept no forms with files.
  await app.register(async (scope) => {
    await scope.register(multipart)
    uploadRoutes(scope as App, deps)
  })
  progressRoutes(app, deps)
  toRegularRoute(app, deps)
}

const list = z.union([bulkPayroll, listDiff])
const uploads = [
  {
    method: 'POST',
    url: '/companies/payrolls/bulk',
    target: 'payroll',
    made: bulkPayroll,
    200: list,
  },
  { method: 'PUT', url: '/companies/payrolls/:id/bulk', target: 'payroll', made: null, 200: list },
  {
    method: 'POST',
    url: '/companies/employees/bulk',
    target: 'people',
    made: importedPeople,
    200: listDiff,
  },
] as const

/** The routes that receive a file: a new payroll, the list of one, and people of the company. */
function uploadRoutes(app: App, deps: Deps): void {
  for (const { method, url, target, made, 200: answer } of uploads) {
    app.route({
      method,
      url,
      onRequest: requireForm,
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      bodyLimit: uploadLimitBytes,
      config: { slowBody: true },
      schema: {
        tags: ['imports'],
        consumes: ['multipart/form-data'],
        ...(made === null && { params: idParams }),
        querystring: bulkQuery,
        response: {
          200: success(answer),
          ...(made && { 201: success(made) }),
          202: success(importStarted),
        },
      },
      handler: async (request, reply) => {
        const { id: payrollId = null } = request.params as { id?: string }
        const { dryRun } = request.query
        return (await bulk(deps, request, reply, { target, payrollId, dryRun })) as never
      },
    })
  }
}

function progressRoutes(app: App, deps: Deps): void {
  const { db } = deps
  const common = { preValidation: requireSession }

  app.get(
    '/companies/imports/:id',
    {
      ...common,
      schema: { tags: ['imports'], params: idParams, response: { 200: success(importProgress) } },
    },
    async (request) => {
      const session = sessionOf(request)
      return ok(request, await readProgress(deps, session, request.params.id, language(request)))
    },
  )

  app.post(
    '/companies/imports/:id/decisions',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['imports'],
        params: idParams,
        body: decisionsBody,
        response: { 200: success(importProgress) },
      },
    },
    async (request) => {
      const session = sessionOf(request)
      const { id } = request.params
      const { decisions } = request.body
      await db.transaction().execute((trx) => answerImport(trx, actorOf(request), id, decisions))
      return ok(request, await readProgress(deps, session, id, language(request)))
    },
  )

  app.get(
    '/companies/imports/:id/errors',
    {
      ...common,
      schema: {
        tags: ['imports'],
        params: idParams,
        querystring: pageQuery,
        response: { 200: success(importErrors) },
      },
    },
    async (request) => {
      const row = await requireImport(db, sessionOf(request).companyId, request.params.id)
      const { page, limit } = request.query
      const range = { offset: (page - 1) * limit, limit }
      const errors = await listFaults(db, toImport(row), language(request), range)
      const pages = Math.ceil(row.error_count / limit)
      return ok(request, { errors, pages, errorsMatched: row.error_count })
    },
  )

  app.get(
    '/companies/imports/:id/report.csv',
    { ...common, schema: { tags: ['imports'], params: idParams } },
    async (request, reply) => {
      const row = await requireImport(db, sessionOf(request).companyId, request.params.id)
      return (
        reply
          .header('content-type', 'text/csv; charset=utf-8')
          // The person who uploaded the file knows its name.
          .header('content-disposition', 'attachment')
          .send(Readable.from(reportLines(db, row, language(request))))
      )
    },
  )
}

function toRegularRoute(app: App, deps: Deps): void {
  const { db } = deps
  app.post(
    '/companies/payrolls/:id/to-regular',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags: ['payrolls'], params: idParams, response: { 200: success(payroll) } },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { id } = request.params
      return once(db, request, reply, session, async (trx) => {
        await refuseIfFrozen(trx, deps.macKey, session.companyId)
        await makeRegular(trx, deps.macKey, actorOf(request), id)
        return ok(request, await requirePayroll(trx, deps, session, id), 'payrollMadeRegular')
      })
    },
  )
}
