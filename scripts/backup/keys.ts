import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { z } from 'zod'
import { readPrivateJson, writePrivateJson } from '#server/embedded/data-dir.ts'
import { askHidden, openAnswers } from '../ask.ts'

/**
 * Backups are encrypted for the recipient of the settings, whose secret key is elsewhere, and each
 * for a key of its own, with which this machine proves it. Only the keys of the last two are kept:
 * what they show is in the database beside them.
 */
const kept = z.array(z.object({ name: z.string(), identity: z.string() }))

const fileIn = (dataDir: string) => join(dataDir, 'backup-keys.json')

const keysIn = (dataDir: string) => kept.parse(readPrivateJson<unknown>(fileIn(dataDir)) ?? [])

/** Kept before the backup is written: after a kill the one before can still be proven. */
export async function addBackupKey(dataDir: string, name: string): Promise<string> {
  const identity = await generateX25519Identity()
  const [before] = keysIn(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writePrivateJson(fileIn(dataDir), [{ name, identity }, ...(before ? [before] : [])])
  return identity
}

const line = /^AGE-SECRET-KEY-1[\dA-Z]+$/

/** The secret keys of a file as `age-keygen` and `npm run backup:key` write it. */
function keysOf(text: string): string[] {
  const found = text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => line.test(each))
  if (found.length === 0) throw new Error('That is no secret key: it begins with AGE-SECRET-KEY-1.')
  return found
}

/** The key kept for this backup, that of `keyFile`, or one that somebody types. */
export async function keysFor(
  name: string,
  { dataDir, keyFile }: { dataDir: string; keyFile: string | undefined },
): Promise<string[]> {
  if (keyFile) return keysOf(await readFile(keyFile, 'utf8'))
  const own = keysIn(dataDir).find((key) => key.name === name)
  if (own) return [own.identity]
  const question = 'The secret key of the backups (AGE-SECRET-KEY-1…, it is not shown): '
  if (process.stdin.isTTY) return keysOf(await askHidden(question))
  const { ask, close } = openAnswers()
  try {
    return keysOf(await ask(question))
  } finally {
    close()
  }
}
