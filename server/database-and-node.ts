import type { Network } from '#domain/address.ts'
import { type Config, ConfigError } from './config.ts'
import { startBitcoind } from './embedded/bitcoind.ts'
import { startPostgres } from './embedded/postgres.ts'
import type { Log } from './platform/log.ts'
import type { Chain } from './ports.ts'
import type { Running } from './running.ts'

export async function startDatabase(config: Config, running: Running, log: Log) {
  if (config.database) return config.database
  const postgres = await startPostgres({ dataDir: config.dataDir, log })
  running.onEnd('PostgreSQL', () => postgres.stop())
  const { appUrl, ownerUrl, signerUrl } = postgres
  return { url: appUrl, directUrl: appUrl, ownerUrl, signerUrl }
}

export async function startNode(config: Config, running: Running, log: Log) {
  if (config.bitcoind) return config.bitcoind
  const bitcoind = await startBitcoind({ dataDir: config.dataDir, log })
  running.onEnd('bitcoind', () => bitcoind.stop())
  return { rpcUrl: bitcoind.rpcUrl, cookieFile: bitcoind.cookieFile, user: null, password: null }
}

/** One that does not answer may be starting and is waited for; one on another chain is a mistake. */
export async function requireNetwork(chain: Chain, network: Network, log: Log): Promise<void> {
  const info = await chain.info().catch((err: unknown) => {
    log.warn({ err }, 'the node does not answer yet')
    return null
  })
  if (info && info.network !== network) {
    throw new ConfigError([
      `The node of BITCOIND_RPC_URL is on ${info.network}, and BITCOIN_NETWORK is ${network}.`,
    ])
  }
}
