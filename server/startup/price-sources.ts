import { type ExchangeName, type ExchangeSource, exchangeNames } from '../ports.ts'
import type { Environment } from './environment.ts'

/** A median of fewer is what one of them says. */
const sourcesAtLeast = 3

/** The exchanges to ask for the price, or null where it is simulated; adds what is wrong to `faults`. */
export function readPriceSources(e: Environment, faults: string[]): ExchangeSource[] | null {
  const isPlay = e.BITCOIN_NETWORK === 'regtest'
  const names = new Set(e.PRICE_SOURCES ?? (isPlay ? (['simulated'] as const) : exchangeNames))
  if (names.has('simulated')) {
    if (names.size > 1) faults.push('PRICE_SOURCES is either simulated or names of exchanges.')
    if (!isPlay) {
      faults.push(
        `PRICE_SOURCES must name exchanges on ${e.BITCOIN_NETWORK}: a simulated price is good for play money only.`,
      )
    }
    return null
  }
  if (names.size < sourcesAtLeast) {
    faults.push(
      `PRICE_SOURCES must name at least ${sourcesAtLeast} of ${exchangeNames.join(', ')}, so that one that is wrong moves nothing.`,
    )
  }
  const urls: Record<ExchangeName, string> = {
    coinbase: e.COINBASE_URL,
    kraken: e.KRAKEN_URL,
    bitstamp: e.BITSTAMP_URL,
    coingecko: e.COINGECKO_URL,
  }
  const sources = exchangeNames
    .filter((name) => names.has(name))
    .map((name) => ({ name, baseUrl: urls[name] }))
  for (const { name, baseUrl } of sources) {
    if (e.BITCOIN_NETWORK === 'main' && !baseUrl.startsWith('https:')) {
      faults.push(
        `${name.toUpperCase()}_URL must be https on main: anybody in between could set the price.`,
      )
    }
  }
  return sources
}
