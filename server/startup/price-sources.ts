import { type MarketName, type MarketSource, marketNames } from '../ports.ts'
import type { Environment } from './environment.ts'

/** A median of fewer is what one of them says. */
const sourcesAtLeast = 3

/** The markets to ask for the price, or null where it is simulated; adds what is wrong to `faults`. */
export function readPriceSources(e: Environment, faults: string[]): MarketSource[] | null {
  const isPlay = e.BITCOIN_NETWORK === 'regtest'
  const names = new Set(e.PRICE_SOURCES ?? (isPlay ? (['simulated'] as const) : marketNames))
  if (names.has('simulated')) {
    if (names.size > 1) faults.push('PRICE_SOURCES is either simulated or names of markets.')
    if (!isPlay) {
      faults.push(
        `PRICE_SOURCES must name markets on ${e.BITCOIN_NETWORK}: a simulated price is good for play money only.`,
      )
    }
    return null
  }
  if (names.size < sourcesAtLeast) {
    faults.push(
      `PRICE_SOURCES must name at least ${sourcesAtLeast} of ${marketNames.join(', ')}, so that one that is wrong moves nothing.`,
    )
  }
  const urls: Record<MarketName, string> = {
    coinbase: e.COINBASE_URL,
    kraken: e.KRAKEN_URL,
    bitstamp: e.BITSTAMP_URL,
    coingecko: e.COINGECKO_URL,
  }
  const sources = marketNames
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
