import { createReadStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { BackupSettings } from '#server/startup/config.ts'
import { timeOf } from './keep.ts'
import { storeOf } from './store.ts'

export type BackupFile = { name: string; bytes: () => AsyncIterable<Uint8Array> }

/** A file of this machine, a name in the place of the backups, or nothing: the newest one there. */
export async function whichFile(
  given: string | undefined,
  settings: BackupSettings,
): Promise<BackupFile> {
  if (given && existsSync(given)) {
    return { name: basename(given), bytes: () => createReadStream(given) }
  }
  const store = storeOf(settings)
  const names = (await store.list()).filter((name) => timeOf(name) !== null)
  const name = given ?? names.toSorted().at(-1)
  if (name === undefined) throw new Error(`There is no backup in ${store.where} yet.`)
  if (!names.includes(name)) {
    throw new Error(`There is no file ${name}, and no backup of that name in ${store.where}.`)
  }
  return { name, bytes: () => store.read(name) }
}
