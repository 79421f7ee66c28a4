import { fetchFromUnstable, findCachedProgram, type UnstableProgram } from './debian-unstable.ts'
import type { PlainLog } from './log.ts'

export type BitcoindProgram = UnstableProgram

const name = 'bitcoin-knots'

export const findCachedKnots = (cacheHome: string | undefined): BitcoindProgram | undefined =>
  findCachedProgram(name, 'usr/bin/bitcoind', cacheHome)

export async function fetchKnots(
  cacheHome: string | undefined,
  log: PlainLog,
): Promise<BitcoindProgram | undefined> {
  log.info('Fetching bitcoind from Debian (Bitcoin Knots, 19 MB, once).')
  await fetchFromUnstable(name, cacheHome)
  return findCachedKnots(cacheHome)
}
