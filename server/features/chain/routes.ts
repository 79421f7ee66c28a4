import { success } from '#contract/http.ts'
import { networkState } from '#contract/network.ts'
import { freshNodeMs } from '#domain/staleness-limits.ts'
import { requireSession } from '#server/features/auth/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import type { Deps } from '#server/startup/deps.ts'

export async function networkRoutes(app: App, { db, clock }: Deps): Promise<void> {
  app.get(
    '/network',
    {
      preValidation: requireSession,
      schema: { tags: ['coins'], response: { 200: success(networkState) } },
    },
    async (request) => {
      const node = await db.selectFrom('node_status').select('at').executeTakeFirst()
      const isQuiet = node && clock.now().getTime() - node.at.getTime() > freshNodeMs
      return ok(request, { quietSince: isQuiet ? node.at.toISOString() : null })
    },
  )
}
