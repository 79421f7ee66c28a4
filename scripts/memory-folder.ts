import { accessSync, constants, statfsSync } from 'node:fs'

/** Linux keeps what is written here in memory. */
const inMemory = '/dev/shm'
const tmpfsMagic = 0x01021994
/** Room for a whole run; a container's has 64 MB. */
const roomAtLeast = 4 * 1024 ** 3

/**
 * Puts the temporary files of a test run into memory where there is room. Each test file has a database
 * of a thousand files, and to make and delete them on a disk took a quarter of all processor time.
 */
export function keepTempFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined) return
  try {
    const { type, bavail, bsize } = statfsSync(inMemory)
    accessSync(inMemory, constants.W_OK)
    if (type === tmpfsMagic && bavail * bsize > roomAtLeast) process.env.TMPDIR = inMemory
  } catch {
    // Other systems have no such folder: the usual one serves as well.
  }
}
