import {
  company,
  companyEdit,
  companySectors,
  publicConfig,
  sectorList,
} from '#contract/company.ts'
import { success } from '#contract/http.ts'
import { actorOf, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type App, ok } from '#server/platform/http.ts'
import { once } from '#server/platform/idempotency.ts'
import type { Parts } from '#server/platform/parts.ts'
import { editCompany, readCompany } from './store.ts'

export async function companyRoutes(app: App, { config, db }: Parts): Promise<void> {
  app.get(
    '/companies/company-sector',
    { schema: { tags: ['company'], response: { 200: success(sectorList) } } },
    async (request) => ok(request, { companySectors }),
  )

  app.get(
    '/config',
    { schema: { tags: ['company'], response: { 200: success(publicConfig) } } },
    async (request) => {
      const { network, explorerTxUrl, sandbox } = config
      return ok(request, { network, explorerTxUrl, sandbox })
    },
  )

  app.get(
    '/companies/company',
    {
      preValidation: requireSession,
      schema: { tags: ['company'], response: { 200: success(company) } },
    },
    async (request) => ok(request, await readCompany(db, sessionOf(request).companyId)),
  )

  app.put(
    '/companies',
    {
      preValidation: requireSession,
      schema: { tags: ['company'], body: companyEdit, response: { 200: success(company) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) =>
        ok(request, await editCompany(trx, actorOf(request), request.body), 'profileEdited'),
      )
    },
  )
}
