import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import { countBytes, partName, type Store } from './stored-file.ts'

/** A folder of this machine, a mounted disk's too. */
export function folderStore(folder: string): Store {
  return {
    where: folder,
    list: () => readdir(folder),
    async write(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, partName(name))
      const { read, bytes: count } = countBytes(bytes)
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(read())
        await file.sync()
        await file.close()
        failpoint('backup-before-name')
        await rename(part, join(folder, name))
      } catch (error) {
        await file.close()
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(folder)
      return count()
    },
    read: (name) => createReadStream(join(folder, name)),
    remove: (name) => rm(join(folder, name)),
  }
}

/** A new name outlives a loss of power only once its folder was written. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
