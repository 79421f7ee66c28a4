import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DatabaseUrls } from '../startup/config.ts'
import { PartNotStarted } from '../startup/startup-error.ts'
import type { Connections } from './data-dir.ts'

/** The database that comes along, without the owner's address: database-main.ts keeps that to itself. */
export type DatabaseProcess = {
  urls: Omit<DatabaseUrls, 'ownerUrl'>
  /** Tells the operator's tools how to reach the database as its owner, and this node. */
  writeConnections(bitcoind: NonNullable<Connections['bitcoind']> | null): Promise<void>
  stop(): Promise<void>
}

/** Starts and migrates it in a process of its own, which goes on to start it again where it dies. */
export async function startDatabaseProcess(
  dataDir: string,
  logLevel: string,
): Promise<DatabaseProcess> {
  const child = fork(join(import.meta.dirname, 'database-main.ts'), {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: logLevel },
  })
  const [outcome] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof outcome !== 'object' || outcome === null) {
    throw new PartNotStarted('The database could not start, as it said.')
  }
  const died = () => {
    // Seen as a crash of the program: without it nobody would start the database again.
    throw new Error('The process that keeps the database has ended')
  }
  child.once('exit', died)
  return {
    urls: outcome as DatabaseProcess['urls'],
    async writeConnections(bitcoind) {
      const written = once(child, 'message')
      child.send({ bitcoind })
      await written
    },
    stop: () => {
      child.off('exit', died)
      return ended(child)
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
