import { auditPage as auditPageSchema } from '#contract/audit.ts'
import { success } from '#contract/http.ts'
import { pageQuery } from '#contract/queries.ts'
import { requireRole, sessionOf } from '#server/features/auth/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readAuditPage } from './store.ts'

export async function auditRoutes(app: App, deps: Deps): Promise<void> {
  app.get(
    '/companies/audit',
    {
      preValidation: requireRole('ADMIN', 'APPROVER', 'ACCOUNTANT'),
      schema: {
        tags: ['company'],
        querystring: pageQuery,
        response: { 200: success(auditPageSchema) },
      },
    },
    async (request) =>
      ok(request, await readAuditPage(deps, sessionOf(request).companyId, request.query)),
  )
}
