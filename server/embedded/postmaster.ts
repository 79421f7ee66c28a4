import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, endProcess, isRunning, isTaken } from './process.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/**
 * The server that runs on this data folder, left by an earlier start. Its pid file alone proves
 * nothing: after kill −9 or a power cut it stays, and its number may be another program's by now.
 */
export function findPostmaster(dir: string): Postmaster | undefined {
  const file = join(dir, 'postmaster.pid')
  const lines = readLines(file)
  if (!lines) return undefined
  const pid = Number(lines[0])
  if (isRunning(pid) && worksIn(pid, dir)) return { pid, port: Number(lines[3]) }
  // PostgreSQL clears a stale file itself and, by the shared memory that the file names, waits out the
  // sessions of a killed server; but it refuses to start while the number is that of any process.
  if (isTaken(pid) && !sessionsLinger(dir)) rmSync(file, { force: true })
  return undefined
}

/** Sessions of a killed server end by themselves within moments; they write to the data until then. */
function sessionsLinger(dir: string): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && worksIn(Number(entry), dir))
}

function readLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The working directory of a server is its data folder; where it can't be read, the arguments name it. */
function worksIn(pid: number, dir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dir)
  } catch {
    return commandLine(pid)?.includes(`-D ${dir} `) ?? false
  }
}

/**
 * SIGINT is PostgreSQL's fast shutdown (sessions are cut, everything is flushed); SIGQUIT leaves the
 * rest to the recovery of the next start. Both are safe for the data.
 */
export async function endPostmaster(pid: number): Promise<void> {
  await endProcess(pid, [
    { signal: 'SIGINT', waitMs: 20_000 },
    { signal: 'SIGQUIT', waitMs: 10_000 },
    { signal: 'SIGKILL', waitMs: 5_000 },
  ])
}

export async function stopPostmaster(dir: string): Promise<void> {
  const running = findPostmaster(dir)
  if (running) await endPostmaster(running.pid)
}
