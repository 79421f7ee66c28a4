import { DataDirInUse, openDataDir } from '#server/embedded/data-dir.ts'
import { startPostgres } from '#server/embedded/postgres.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { readConnections } from '../installation-paths.ts'

/**
 * Does `work` with the address of the database's owner. The server that comes along is started for this
 * alone where the program does not run; where it runs, only if `beside` says that it may.
 */
export async function withServer<T>(
  { dataDir: path, ownerUrl }: { dataDir: string; ownerUrl: string | null },
  { beside }: { beside: boolean },
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (ownerUrl) return work(ownerUrl)
  const dataDir = opened(path, beside)
  if (!dataDir) {
    const running = readConnections(path)?.postgres
    if (running) return work(running)
    throw new Error('The program there is starting, or has another database: DATABASE_OWNER_URL.')
  }
  try {
    const postgres = await startPostgres({ dataDir: dataDir.path, log: createLog('warn') })
    try {
      return await work(postgres.ownerUrl)
    } finally {
      await postgres.stop()
    }
  } finally {
    dataDir.release()
  }
}

function opened(path: string, beside: boolean) {
  try {
    return openDataDir(path, beside ? { waitMs: 0 } : {})
  } catch (error) {
    if (beside && error instanceof DataDirInUse) return null
    throw error
  }
}
