import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { startBitcoind } from '#server/embedded/bitcoind.ts'
import { openDataDir } from '#server/embedded/data-dir.ts'
import { startPostgres } from '#server/embedded/postgres.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/observe/log.ts'
import type { Config } from '#server/startup/config.ts'
import { withDatabase } from './command.ts'
import { whereOwner } from './installation-paths.ts'

/** The database that comes along ends with the program, and so is started for this alone. */
export async function withStoppedProgram<T>(
  config: Config,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  // Says so where nothing was ever started there.
  const ownerUrl = whereOwner(config)
  if (config.database) return withDatabase(ownerUrl, work)
  const dataDir = openDataDir(config.dataDir)
  try {
    const postgres = await startPostgres({ dataDir: dataDir.path, log: createLog('warn') })
    try {
      return await withDatabase(postgres.ownerUrl, work)
    } finally {
      await postgres.stop()
    }
  } finally {
    dataDir.release()
  }
}

/** A node that is catching up has read fewer blocks than it knows of. */
const newest = ({ height, headers }: { height: number; headers: number }) =>
  Math.max(height, headers)

/** The newest block that the node knows of; the node that comes along is started for this alone. */
export async function nodeHeight(config: Config): Promise<number> {
  if (config.bitcoind) return newest(await createChain(config.bitcoind).info())
  const { dataDir } = config
  const { rpcUrl, cookieFile, stop } = await startBitcoind({ dataDir, log: createLog('warn') })
  try {
    const node = { rpcUrl, cookieFile, user: null, password: null }
    return newest(await createChain(node).info())
  } finally {
    await stop()
  }
}
