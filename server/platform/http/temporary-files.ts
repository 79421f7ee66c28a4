import { createWriteStream } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from './refusal.ts'

/** The database may lie on the same disk. */
const leastFreeBytes = 512 * 1024 ** 2
const lookEveryBytes = 8 * 1024 ** 2

/** An empty folder: a process that was killed has left its files. */
export async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leastFreeBytes) throw new Refusal('BUSY')
}

/** Writes bytes into a new file, which the caller removes, whole or not. */
export async function writeTemporaryFile(
  path: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  async function* whileThereIsSpace() {
    let unseen = lookEveryBytes
    for await (const chunk of bytes) {
      unseen += chunk.length
      if (unseen >= lookEveryBytes) {
        await requireSpace(dirname(path))
        unseen = 0
      }
      yield chunk
    }
  }
  try {
    await pipeline(whileThereIsSpace, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (cause) {
    const isFull = (cause as NodeJS.ErrnoException).code === 'ENOSPC'
    throw isFull ? new Refusal('BUSY', { cause }) : cause
  }
}
