import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface DataDir {
  readonly path: string
  /** Lets another start have the folder; the kernel does the same when this process dies. */
  release(): void
}

/**
 * Parts given in the settings are left out: one's own database, a node with a user and a password.
 */
export interface Connections {
  readonly postgres?: string
  readonly bitcoind?: { readonly rpcUrl: string; readonly cookieFile: string }
}

/** The folder exists, and is ours alone until `release`; a second start gets an error that says so. */
export function openDataDir(path: string, { waitMs = endingMs } = {}): DataDir {
  createPrivateDir(resolve(path))
  // Survivors of an earlier start are known by their folder, which must not have two names.
  const dataDir = realpathSync(path)
  const lock = lockDataDir(dataDir, waitMs)
  writeFileSync(join(dataDir, 'quincena.pid'), `${process.pid}\n`)
  return { path: dataDir, release: () => lock.close() }
}

function createPrivateDir(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true })
  try {
    mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  // PostgreSQL refuses to run as root, so under root it runs as another user, who must pass through
  // here to its own 0700 folder. Passing is all: nobody else can list, and every file is 0600.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
}

/** A program that is ending needs a moment, and the next start waits for it. */
const endingMs = 3_000

/**
 * Node has no file locks of its own, but its SQLite takes one, and the kernel drops it with the process
 * however it dies. (A file that names a process id would outlive kill −9, and ids are used again.)
 */
function lockDataDir(dataDir: string, waitMs: number): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, 'quincena.lock'), { timeout: waitMs })
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    const SQLITE_BUSY = 5
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new DataDirInUse(dataDir, otherProcess(dataDir))
  }
}

function otherProcess(dataDir: string): string {
  try {
    return ` (process ${readFileSync(join(dataDir, 'quincena.pid'), 'utf8').trim()})`
  } catch {
    // The other start has the lock and has not written its number yet.
    return ''
  }
}

export class DataDirInUse extends Error {
  constructor(dataDir: string, other: string) {
    super(
      `Quincena is already running on ${dataDir}${other}. ` +
        'Stop it first, or start this one with another DATA_DIR and PORT.',
    )
    this.name = 'DataDirInUse'
  }
}

/** The addresses that an administrator needs for psql or bitcoin-cli. */
export function writeConnections(dataDir: string, connections: Connections): void {
  writePrivateJson(join(dataDir, 'connections.json'), connections)
}

/** Whole or not at all: a reader never meets half a file, nor does the next start after a crash. */
export function writePrivateJson(path: string, value: unknown): void {
  const unfinished = `${path}.new`
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
}

export function readPrivateJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${path} can't be read`, { cause: error })
  }
}
