import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { PlainLog } from './log.ts'
import { type Cluster, roleUrl } from './postgres-cluster.ts'
import type { Binaries } from './postgres-home.ts'
import { findPostmaster, type Postmaster } from './postmaster.ts'
import { isRunning } from './process.ts'

export interface RunningServer extends Postmaster {
  /** Connected as superuser; the caller ends it. */
  readonly admin: Client
}

interface Start {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly dataDir: string
  readonly log: PlainLog
  readonly settings: Readonly<Record<string, string>>
  /** The port to listen on, asked again at each try. */
  readonly port: () => Promise<number>
}

/** Passing states that a moment later are over: another's sessions still ending, a port just taken. */
const passing = [
  'pre-existing shared memory block',
  'postmaster.pid" already exists',
  '.lock" already exists',
  'could not bind',
]

export async function runServer(start: Start): Promise<RunningServer> {
  const { cluster, dataDir, log } = start
  const logFile = openLogFile(dataDir)
  const deadline = Date.now() + 15_000
  for (;;) {
    const survivor = findPostmaster(cluster.dir)
    if (survivor) log.info(`Adopting the PostgreSQL of an earlier start (process ${survivor.pid}).`)
    const server = survivor ?? (await launch(start, logFile))
    const admin = await connect(cluster, server)
    if (admin) return { ...server, admin }
    // A survivor can have been on its way out.
    const reason = lastLines(logFile)
    const isPassing = survivor || passing.some((words) => reason.includes(words))
    if (Date.now() > deadline || !isPassing) {
      throw new Error(`PostgreSQL does not start:\n${reason}`)
    }
    await sleep(200)
  }
}

/**
 * The log goes to a file and not to a pipe to us: the server outlives our kill −9 and must not lose
 * its log with us.
 */
function openLogFile(dataDir: string): string {
  const dir = join(dataDir, 'logs')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, 'postgres.log')
  const handle = openSync(file, 'a', 0o600)
  const { size } = fstatSync(handle)
  closeSync(handle)
  if (size > 10_000_000) renameSync(file, `${file}.old`)
  return file
}

async function launch(
  { cluster, binaries, settings, port: findPort }: Start,
  logFile: string,
): Promise<Postmaster> {
  const port = await findPort()
  const allSettings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %u@%d ',
    ...settings,
  }
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(logFile, 'a', 0o600)
  // A group of its own: Ctrl-C in a terminal reaches us alone, and we end the server after its users.
  const server = spawn(binaries.postgres, ['-D', cluster.dir, ...flags], {
    ...cluster.runAs,
    cwd: '/',
    env: { PATH: process.env.PATH },
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  server.unref()
  if (server.pid === undefined) {
    const [cause] = await once(server, 'error')
    throw new Error(`PostgreSQL can't be run: ${binaries.postgres}`, { cause })
  }
  return { pid: server.pid, port }
}

/** After a crash the server first replays its log, and says so to every client. */
async function connect(cluster: Cluster, { pid, port }: Postmaster): Promise<Client | undefined> {
  const startingUp = ['ECONNREFUSED', 'ECONNRESET', '57P03']
  while (isRunning(pid)) {
    const client = new Client({
      connectionString: roleUrl(cluster, 'postgres', port, 'postgres'),
    })
    // A connection lost while idle is an event that would end the program; its next query fails anyway.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (!startingUp.includes((error as { code?: string }).code ?? '')) throw error
      await sleep(20)
    }
  }
  return undefined
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}
