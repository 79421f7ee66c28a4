import { z } from 'zod'
import { migrate } from '../platform/db/migrate.ts'
import { createLog, logFileOf } from '../platform/observe/log.ts'
import { whyNotStarted } from '../startup/startup-error.ts'
import { type Connections, writeConnections } from './data-dir.ts'
import { startPostgres } from './postgres.ts'

/**
 * The process that keeps the PostgreSQL of npm start, makes its roles and migrates it. It alone has the
 * passwords of the superuser and of the owner, and it serves nobody.
 */
const { DATA_DIR: dataDir, LOG_LEVEL: logLevel } = z
  .object({ DATA_DIR: z.string(), LOG_LEVEL: z.string() })
  .parse(process.env)

// Ctrl-C reaches the whole terminal; the parent decides when its children end.
process.on('SIGINT', () => undefined)
// A parent that was killed leaves the database running, and the next start takes it over.
process.on('disconnect', () => process.exit())
const postgres = await startPostgres({ dataDir, log: createLog(logLevel, logFileOf(dataDir)) })
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit()))
const { ownerUrl, appUrl, workerUrl, signerUrl } = postgres
await migrate(ownerUrl).catch(async (error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  await postgres.stop()
  process.exit(1)
})
process.on('message', ({ bitcoind }: { bitcoind: Connections['bitcoind'] | null }) => {
  writeConnections(dataDir, { postgres: ownerUrl, ...(bitcoind && { bitcoind }) })
  process.send?.('written')
})
process.send?.({ url: appUrl, directUrl: appUrl, workerUrl, signerUrl })
