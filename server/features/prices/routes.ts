import { success } from '#contract/http.ts'
import { btcPrice, priceHistory as history, priceHistoryQuery } from '#contract/prices.ts'
import { usdNumber } from '#domain/money.ts'
import { requireSession } from '#server/features/auth/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readCurrentPrice, readPriceHistory } from './store.ts'

export async function priceRoutes(app: App, { db }: Deps): Promise<void> {
  app.get(
    '/coins/btc/price',
    {
      preValidation: requireSession,
      schema: { tags: ['coins'], response: { 200: success(btcPrice) } },
    },
    async (request) => {
      const price = await readCurrentPrice(db)
      if (!price) throw new Refusal('PRICE_UNAVAILABLE')
      return ok(request, {
        price: usdNumber(price.usdCentsPerBtc),
        currency: 'USD' as const,
        updatedAt: price.at.toISOString(),
        sources: price.sources,
      })
    },
  )

  app.get(
    '/coins/btc/history',
    {
      preValidation: requireSession,
      schema: {
        tags: ['coins'],
        querystring: priceHistoryQuery,
        response: { 200: success(history) },
      },
    },
    async (request) => ok(request, { points: await readPriceHistory(db, request.query.hours) }),
  )
}
