import { btcPrice, priceHistory as history, priceHistoryQuery } from '#contract/coins.ts'
import { success } from '#contract/http.ts'
import { usdNumber } from '#domain/money.ts'
import { requireSession } from '#server/features/auth/index.ts'
import { type App, ok } from '#server/platform/http.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { currentPrice, priceHistory } from './store.ts'

export async function coinRoutes(app: App, { db }: Parts): Promise<void> {
  app.get(
    '/coins/btc/price',
    {
      preValidation: requireSession,
      schema: { tags: ['coins'], response: { 200: success(btcPrice) } },
    },
    async (request) => {
      const price = await currentPrice(db)
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
    async (request) => ok(request, { points: await priceHistory(db, request.query.hours) }),
  )
}
