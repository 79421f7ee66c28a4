import { z } from 'zod'
import { absent, instant, usd } from './http.ts'

/** GET /coins/btc/price: the last known one with its age. */
export const btcPrice = z.object({
  price: usd,
  currency: z.literal('USD'),
  updatedAt: instant,
  sources: z.number().int(),
})
export type BtcPrice = z.infer<typeof btcPrice>

/** GET /coins/btc/history. */
export const priceHistoryQuery = z.object({
  hours: z.preprocess(
    absent,
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(720))
      .default(24),
  ),
})
export const priceHistory = z.object({ points: z.array(z.object({ at: instant, price: usd })) })
export type PriceHistory = z.infer<typeof priceHistory>
