import { success } from '#contract/http.ts'
import { networkState } from '#contract/network.ts'
import { isNodeQuiet } from '#domain/node-and-price.ts'
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
      const isQuiet = node !== undefined && isNodeQuiet(node, clock.now())
      return ok(request, { quietSince: isQuiet ? node.at.toISOString() : null })
    },
  )
}
