import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a key file of 32 random bytes in hexadecimal, readable by its owner only, where there is
 * none yet. An existing file is never touched: the seed opens with it alone.
 */
export async function ensureKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o400 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * The key of the MACs: 64 hexadecimal digits in a file. As a KeyObject, for a MAC with plain bytes
 * makes one anew each time, which costs five times the hash itself.
 */
export async function readMacKey(path: string): Promise<KeyObject> {
  const text = (await readFile(path, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new Error(`${path} must hold 64 hexadecimal digits (32 random bytes)`)
  }
  return createSecretKey(text, 'hex')
}
