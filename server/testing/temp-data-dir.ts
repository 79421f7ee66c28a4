import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endNode, findRunningNode } from '#server/embedded/bitcoind-node.ts'
import { DataDirInUse, openDataDir } from '#server/embedded/data-dir.ts'
import { stopPostmaster } from '#server/embedded/postmaster.ts'

const prefix = 'quincena-test-'
/** Just made by another run, which may not have taken its lock yet. */
const newMs = 10_000

export interface TempDataDir {
  readonly path: string
  remove(): void
}

export function tempDataDir(): TempDataDir {
  const path = mkdtempSync(join(tmpdir(), prefix))
  // The PostgreSQL user of a run as root passes through here.
  chmodSync(path, 0o711)
  const dataDir = openDataDir(path)
  return {
    path: dataDir.path,
    remove() {
      dataDir.release()
      rmSync(path, { recursive: true })
    },
  }
}

/**
 * Servers run in groups of their own, so those of a test run that was killed go on running. A folder
 * whose lock is free has lost its run.
 */
export async function sweepTempDataDirs(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const path = join(realpathSync(tmpdir()), name)
    const found = statSync(path, { throwIfNoEntry: false })
    // Another run that sweeps, or its own, has removed it meanwhile.
    if (!found || Date.now() - found.mtimeMs < newMs) continue
    try {
      openDataDir(path, { waitMs: 0 }).release()
    } catch (error) {
      if (error instanceof DataDirInUse) continue
      throw error
    }
    await stopPostmaster(join(path, 'postgres'))
    await endNode(findRunningNode(path)?.pid)
    await endSharedNodes(path)
    rmSync(path, { recursive: true, force: true })
  }
}

/** Ends the nodes of `startSharedBitcoind` in a folder, after the last worker. */
export async function endSharedNodes(folder: string): Promise<void> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.filter((one) => one.isDirectory())) {
    await endNode(findRunningNode(join(folder, entry.name))?.pid)
  }
}
