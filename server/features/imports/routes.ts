import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { z } from 'zod/mini'
import { idParams, pageQuery, success } from '#contract/http.ts'
import {
  bulkPayroll,
  bulkQuery,
  importErrors,
  importProgress,
  importStarted,
  listDiff,
  uploadLimitBytes,
} from '#contract/imports.ts'
import { requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import type { Deps } from '#server/startup/deps.ts'
import { bulk } from './bulk.ts'
import { listFaults } from './faults.ts'
import { readProgress, requireImport } from './imports.ts'
import { reportLines } from './report.ts'
import { toImport } from './store.ts'
import { requireForm } from './upload.ts'

export async function importRoutes(app: App, deps: Deps): Promise<void> {
  // By themselves: forms with files are nothing that other routes take.
  await app.register(async (scope) => {
    await scope.register(multipart)
    bulkRoutes(scope as App, deps)
  })
  progressRoutes(app, deps)
}

function bulkRoutes(app: App, deps: Deps): void {
  const common = {
    onRequest: requireForm,
    preValidation: requireSession,
    bodyLimit: uploadLimitBytes,
    config: { slowBody: true },
  }
  const answers = z.union([bulkPayroll, listDiff])

  app.post(
    '/companies/payrolls/bulk',
    {
      ...common,
      schema: {
        tags: ['imports'],
        consumes: ['multipart/form-data'],
        querystring: bulkQuery,
        response: { 200: success(answers), 201: success(bulkPayroll), 202: success(importStarted) },
      },
    },
    async (request, reply) => {
      const { dryRun } = request.query
      return (await bulk(deps, request, reply, { payrollId: null, dryRun })) as never
    },
  )

  app.put(
    '/companies/payrolls/:id/bulk',
    {
      ...common,
      schema: {
        tags: ['imports'],
        consumes: ['multipart/form-data'],
        params: idParams,
        querystring: bulkQuery,
        response: { 200: success(answers), 202: success(importStarted) },
      },
    },
    async (request, reply) => {
      const { id: payrollId } = request.params
      const { dryRun } = request.query
      return (await bulk(deps, request, reply, { payrollId, dryRun })) as never
    },
  )
}

function progressRoutes(app: App, { db }: Deps): void {
  const common = { preValidation: requireSession }

  app.get(
    '/companies/imports/:id',
    {
      ...common,
      schema: { tags: ['imports'], params: idParams, response: { 200: success(importProgress) } },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      return ok(request, await readProgress(db, companyId, request.params.id, language(request)))
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
          // Whoever uploaded the file knows its name.
          .header('content-disposition', 'attachment')
          .send(Readable.from(reportLines(db, row, language(request))))
      )
    },
  )
}
