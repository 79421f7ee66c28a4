import { z } from 'zod'
import type { ExchangeQuote } from '#domain/price.ts'
import type { ExchangeName } from '#server/ports.ts'
import { decimal, fetchJson, unixSeconds } from './fetch-json.ts'

type Exchange = {
  /** Asked no more often than this. */
  everyMs: number
  /** `atMs` is the exchange's own time where it says one, else `nowMs`. */
  fetchQuote(baseUrl: string, nowMs: number): Promise<ExchangeQuote>
}

const tenSecondsMs = 10_000

const at = (baseUrl: string, path: string) => new URL(`${baseUrl.replace(/\/$/, '')}${path}`)

const coinbaseSpot = z.object({
  data: z.object({ amount: decimal, base: z.literal('BTC'), currency: z.literal('USD') }),
})
const krakenTicker = z.object({
  error: z.array(z.unknown()).length(0),
  // c: the last trade's price and volume.
  result: z.object({ XXBTZUSD: z.object({ c: z.tuple([decimal, z.string()]) }) }),
})
const bitstampTicker = z.object({ last: decimal, timestamp: unixSeconds })
const coinGeckoPrice = z.object({
  bitcoin: z.object({ usd: decimal, last_updated_at: unixSeconds }),
})

/** The public tickers, which need no key. */
export const exchanges = {
  coinbase: {
    everyMs: tenSecondsMs,
    async fetchQuote(baseUrl, nowMs) {
      const { data } = await fetchJson(at(baseUrl, '/v2/prices/BTC-USD/spot'), coinbaseSpot)
      return { usdCentsPerBtc: data.amount, atMs: nowMs }
    },
  },
  kraken: {
    everyMs: tenSecondsMs,
    async fetchQuote(baseUrl, nowMs) {
      const { result } = await fetchJson(at(baseUrl, '/0/public/Ticker?pair=XBTUSD'), krakenTicker)
      return { usdCentsPerBtc: result.XXBTZUSD.c[0], atMs: nowMs }
    },
  },
  bitstamp: {
    everyMs: tenSecondsMs,
    async fetchQuote(baseUrl) {
      const { last, timestamp } = await fetchJson(
        at(baseUrl, '/api/v2/ticker/btcusd/'),
        bitstampTicker,
      )
      return { usdCentsPerBtc: last, atMs: timestamp }
    },
  },
  coingecko: {
    // Without a key 5 to 15 requests a minute are allowed, from one address and for everything
    // together.
    everyMs: 30_000,
    async fetchQuote(baseUrl) {
      const path =
        '/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&precision=2&include_last_updated_at=true'
      const { bitcoin } = await fetchJson(at(baseUrl, path), coinGeckoPrice)
      return { usdCentsPerBtc: bitcoin.usd, atMs: bitcoin.last_updated_at }
    },
  },
} as const satisfies Record<ExchangeName, Exchange>
