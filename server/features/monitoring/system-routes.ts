import { success } from '#contract/http.ts'
import { system } from '#contract/system.ts'
import { requireRole } from '#server/features/auth/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import type { Deps } from '#server/startup/deps.ts'
import { systemChecksOf } from './system.ts'

/** The state of the installation, for administrators; machines ask `/readyz`. */
export async function systemRoutes(app: App, deps: Deps): Promise<void> {
  app.get(
    '/system',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags: ['company'], response: { 200: success(system) } },
    },
    async (request) => ok(request, { checks: await systemChecksOf(deps, language(request)) }),
  )
}
