import { z } from 'zod/mini'
import { preprocess } from './fields.ts'
import { instant, usd } from './http.ts'
import { absent, queryNumber } from './queries.ts'

/** `GET /coins/btc/price`: the last known price with its age. */
export const btcPrice = z.object({
  price: usd,
  currency: z.literal('USD'),
  updatedAt: instant,
  sources: z.int(),
})
export type BtcPrice = z.infer<typeof btcPrice>

/** `GET /coins/btc/history`. */
export const priceHistoryQuery = z.object({
  hours: preprocess(
    absent,
    z._default(z.pipe(queryNumber(/^\d{1,3}$/), z.int().check(z.minimum(1), z.maximum(720))), 24),
  ),
})
export const priceHistory = z.object({ points: z.array(z.object({ at: instant, price: usd })) })
export type PriceHistory = z.infer<typeof priceHistory>
