import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Connections, readPrivateJson } from '#server/embedded/data-dir.ts'

/** Where database and node are, by the settings or by what `npm start` wrote into DATA_DIR. */
export function whereabouts({ database, bitcoind, dataDir }: Config) {
  const written = readPrivateJson<Connections>(join(dataDir, 'connections.json'))
  const url = database?.url ?? written?.postgres
  const node = bitcoind ?? (written && { ...written.bitcoind, user: null, password: null })
  if (!url || !node) throw new Error(`Nothing was started on ${dataDir} yet: npm start first.`)
  return { url, node }
}
