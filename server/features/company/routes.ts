import { companySectors, publicConfig, sectorList } from '#contract/company.ts'
import { success } from '#contract/http.ts'
import { type App, ok } from '#server/platform/http.ts'
import type { Parts } from '#server/platform/parts.ts'

export async function companyRoutes(app: App, { config }: Parts): Promise<void> {
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
}
