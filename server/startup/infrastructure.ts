import type { Network } from '#domain/address.ts'
import { startBitcoind } from '../embedded/bitcoind.ts'
import { writeConnections } from '../embedded/data-dir.ts'
import { type DatabaseProcess, startDatabaseProcess } from '../embedded/database-process.ts'
import { requireMigrated } from '../platform/db/schema-version.ts'
import type { Log } from '../platform/observe/log.ts'
import type { Chain } from '../ports.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import type { Running } from './shutdown.ts'

type Database = Pick<DatabaseProcess, 'urls' | 'writeConnections'>

/** The given one, if it is of this program's version, or the one that comes along and is migrated. */
export async function startDatabase(config: Config, running: Running, log: Log): Promise<Database> {
  if (!config.database) {
    const process = await startDatabaseProcess(config.dataDir, config.logLevel)
    running.onEnd('PostgreSQL', () => process.stop())
    return process
  }
  const { ownerUrl, ...urls } = config.database
  if (ownerUrl) {
    throw new ConfigError([
      'DATABASE_OWNER_URL must not be set where the program runs: with it whoever takes the process over owns every table. It is for npm run migrate and the scripts of the operator.',
    ])
  }
  const { roles } = config
  const url = roles.includes('api') ? urls.directUrl : urls.workerUrl || urls.signerUrl
  await requireMigrated(url, log)
  return {
    urls,
    async writeConnections(bitcoind) {
      if (bitcoind) writeConnections(config.dataDir, { bitcoind })
    },
  }
}

export async function startNode(config: Config, running: Running, log: Log) {
  if (config.bitcoind) return config.bitcoind
  const bitcoind = await startBitcoind({ dataDir: config.dataDir, log })
  running.onEnd('bitcoind', () => bitcoind.stop())
  return { rpcUrl: bitcoind.rpcUrl, cookieFile: bitcoind.cookieFile, user: null, password: null }
}

/**
 * A node that does not answer may be starting and is waited for; one on another chain is a mistake.
 */
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
