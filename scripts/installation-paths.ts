import { join } from 'node:path'
import { type Connections, readPrivateJson } from '#server/embedded/data-dir.ts'
import type { Config } from '#server/startup/config.ts'

/** Addresses of database and node, by the settings or by what `npm start` wrote into DATA_DIR. */

/** `url` may lead through a pooler, which hands a statement prepared here to the next client. */
type Database = { url: string; ownerUrl: string; signerUrl: string }
type Node = NonNullable<Config['bitcoind']>

export const readConnections = (dataDir: string) =>
  readPrivateJson<Connections>(join(dataDir, 'connections.json'))

/**
 * The embedded database has an owner who may do everything: a person with its files is that owner.
 */
export function findDatabase(config: Config): Database | null {
  if (config.database) {
    const { directUrl, workerUrl, ownerUrl, signerUrl } = config.database
    return { url: directUrl || workerUrl, ownerUrl, signerUrl }
  }
  const owner = readConnections(config.dataDir)?.postgres
  return owner ? { url: owner, ownerUrl: owner, signerUrl: owner } : null
}

export function findNodeConnection(config: Config): Node | null {
  if (config.bitcoind) return config.bitcoind
  const node = readConnections(config.dataDir)?.bitcoind
  return node ? { ...node, user: null, password: null } : null
}

const found = <T>(place: T | null, { dataDir }: Config): T => {
  if (!place) throw new Error(`Nothing was started on ${dataDir} yet: npm start first.`)
  return place
}

export const whereDatabase = (config: Config): Database => found(findDatabase(config), config)
/** The address of the database's owner. The program itself never gets it. */
export function whereOwner(config: Config): string {
  const { ownerUrl } = whereDatabase(config)
  if (!ownerUrl)
    throw new Error('DATABASE_OWNER_URL is not set: this is for the owner of the database.')
  return ownerUrl
}
export const whereNode = (config: Config): Node => found(findNodeConnection(config), config)
