import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Connections, readPrivateJson } from '#server/embedded/data-dir.ts'

/** Where database and node are, by the settings or by what `npm start` wrote into DATA_DIR. */

/** `url` leads past a pooler, which hands a statement that is prepared here to whoever comes next. */
type Database = { url: string; ownerUrl: string; signerUrl: string }
type Node = NonNullable<Config['bitcoind']>

const written = ({ dataDir }: Config) =>
  readPrivateJson<Connections>(join(dataDir, 'connections.json'))

/** The database that comes along has an owner who may do everything: whoever has its files is him. */
export function findDatabase(config: Config): Database | null {
  if (config.database) {
    const { directUrl, ownerUrl, signerUrl } = config.database
    return { url: directUrl, ownerUrl, signerUrl }
  }
  const owner = written(config)?.postgres
  return owner ? { url: owner, ownerUrl: owner, signerUrl: owner } : null
}

export function findNode(config: Config): Node | null {
  if (config.bitcoind) return config.bitcoind
  const node = written(config)?.bitcoind
  return node ? { ...node, user: null, password: null } : null
}

const found = <T>(place: T | null, { dataDir }: Config): T => {
  if (!place) throw new Error(`Nothing was started on ${dataDir} yet: npm start first.`)
  return place
}

export const whereDatabase = (config: Config): Database => found(findDatabase(config), config)
export const whereNode = (config: Config): Node => found(findNode(config), config)
