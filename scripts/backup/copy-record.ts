import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupSettings } from '#server/startup/config.ts'
import { folderStore } from './folder-store.ts'
import { remoteStore } from './remote-store.ts'
import type { Store } from './stored-file.ts'

const shape = /^(signer-[\da-f]{16})\.record$/
const copyName = (name: string, at: Date): string =>
  name.replace('.record', `-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.record`)

/** The place of the copies of the signing record, which is never that of the backups. */
function placeOf({ recordTo, dir, remote, command }: BackupSettings): Store | null {
  if (recordTo === null) return null
  if (recordTo === dir || recordTo === remote) {
    throw new Error('BACKUP_RECORD_TO is the place of the backups: who finds one finds both there.')
  }
  return /^[\w.][\w. +@-]*:/.test(recordTo) ? remoteStore(command, recordTo) : folderStore(recordTo)
}

/**
 * Copies the signing record, which is sealed already. A former copy goes once the new one begins with all
 * of it, so that a shorter record takes the place of none. Returns where the copies are; null: nowhere.
 */
export async function copyRecord(
  settings: BackupSettings,
  signerCountFile: string,
  at: Date,
): Promise<string | null> {
  const store = placeOf(settings)
  if (!store) return null
  const folder = dirname(signerCountFile)
  const records = (await readdir(folder)).filter((name) => shape.test(name))
  if (records.length === 0) throw new Error(`There is no signing record in ${folder}.`)
  for (const name of records) {
    const bytes = await readFile(join(folder, name))
    const copy = copyName(name, at)
    await store.write(copy, once(bytes))
    const former = `${shape.exec(name)?.[1]}-`
    for (const other of (await store.list()).filter((one) => one.startsWith(former))) {
      if (other !== copy && (await beginsWith(bytes, store.read(other)))) await store.remove(other)
    }
  }
  return store.where
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function beginsWith(bytes: Buffer, former: AsyncIterable<Uint8Array>): Promise<boolean> {
  let read = 0
  for await (const part of former) {
    if (!bytes.subarray(read, read + part.length).equals(part)) return false
    read += part.length
  }
  return true
}
