import { queryOptions, useQuery } from '@tanstack/react-query'
import { type BtcPrice, btcPrice } from '#contract/prices.ts'
import { btcText, centsFromSats, parseUsdNumber, satsFromCents, usdNumber } from '#domain/money.ts'
import { call } from '#web/lib/api.ts'

const pollIntervalMs = 10_000

export const priceQuery = queryOptions({
  queryKey: ['btc-price'],
  queryFn: ({ signal }) => call(btcPrice, '/coins/btc/price', { signal, automatic: true }),
  refetchInterval: pollIntervalMs,
  staleTime: pollIntervalMs / 2,
  // A failed call is repeated in ten seconds; the age of the last price tells that something is
  // wrong.
})

export function useBtcPrice(): BtcPrice | undefined {
  return useQuery(priceQuery).data
}

/** An amount of dollars in bitcoin at a price of 1 BTC in dollars, rounded as a payment is. */
export function btcOfUsd(usd: number, price: number): string | undefined {
  const cents = parseUsdNumber(usd)
  const rate = parseUsdNumber(price)
  if (cents === null || rate === null || rate === 0n) return undefined
  return btcText(satsFromCents(cents, rate))
}

/** An amount of satoshi in dollars at a price of 1 BTC in dollars. */
export function usdOfSats(sats: bigint, price: number): number | undefined {
  const rate = parseUsdNumber(price)
  return rate ? usdNumber(centsFromSats(sats, rate)) : undefined
}
