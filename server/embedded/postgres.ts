import type { Client } from 'pg'
import { keepRunning } from './keep-running.ts'
import type { PlainLog } from './log.ts'
import { freePort, waitForFreePort } from './ports.ts'
import { createRolesAndDatabase, openCluster, roleUrl, saveCluster } from './postgres-cluster.ts'
import { postgresBinaries, postgresUser } from './postgres-home.ts'
import { type RunningServer, runServer } from './postgres-server.ts'
import { endPostmaster } from './postmaster.ts'

export interface EmbeddedPostgres {
  readonly pid: number
  /** Owns the database `quincena`; migrations and an administrator's psql. */
  readonly ownerUrl: string
  readonly appUrl: string
  readonly workerUrl: string
  readonly signerUrl: string
  stop(): Promise<void>
}

export interface PostgresOptions {
  readonly dataDir: string
  readonly log: PlainLog
  /** Server settings on top of the defaults, such as `fsync` in tests. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Adopts the server that an earlier, killed start left running, else starts one. Should it die while we
 * run, it is started again on the same port, so that pools find it where it was.
 */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const user = postgresUser()
  const binaries = await postgresBinaries(user)
  const cluster = await openCluster(dataDir, { user, binaries, log })
  const run = (port: () => Promise<number>) =>
    runServer({ cluster, binaries, dataDir, log, settings, port })

  const first = await run(() => freePort(cluster.port))
  const { port } = first
  await withAdmin(first, (admin) => createRolesAndDatabase(admin, cluster))
  if (port !== cluster.port) saveCluster(dataDir, cluster, port)

  const server = keepRunning<RunningServer>({
    name: 'PostgreSQL',
    log,
    first,
    again: async () => {
      const next = await run(() => waitForFreePort(port))
      await next.admin.end()
      return next
    },
    end: ({ pid }) => endPostmaster(pid),
  })
  return {
    get pid() {
      return server.current.pid
    },
    ownerUrl: roleUrl(cluster, 'quincena_owner', port),
    appUrl: roleUrl(cluster, 'quincena_app', port),
    workerUrl: roleUrl(cluster, 'quincena_worker', port),
    signerUrl: roleUrl(cluster, 'quincena_signer', port),
    stop: () => server.stop(),
  }
}

async function withAdmin(
  { admin }: RunningServer,
  work: (admin: Client) => Promise<void>,
): Promise<void> {
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
