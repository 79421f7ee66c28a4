import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Network } from '#domain/address.ts'

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

const isKey = (text: string) => /^[0-9a-f]{64}$/i.test(text)
/** A passphrase may be chosen where 64 digits may not be typed; with fewer signs it can be guessed. */
const shortestPassphrase = 20
/** Fewer different ones come up once in 10¹⁸ among 64 random hexadecimal digits. */
const fewestSigns = 8

/** Why a file holds no secret to trust with money, for the operator. */
export class SecretRefused extends Error {
  override name = 'SecretRefused'
}

/** Refuses on `main` what stands in examples and tests, or is quickly typed. */
function refuseGuessable(path: string, secret: string, network: Network): void {
  const isShort = !isKey(secret) && secret.length < shortestPassphrase
  if (network !== 'main' || (!isShort && new Set(secret).size >= fewestSigns)) return
  throw new SecretRefused(
    `${path} holds nothing secret enough for main. Make a key: (umask 077; openssl rand -hex 32 > ${path})`,
  )
}

/** The key or passphrase under which the seed is sealed. */
export async function readSignerSecret(path: string, network: Network): Promise<string> {
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret === '') throw new SecretRefused(`${path} is empty.`)
  refuseGuessable(path, secret, network)
  return secret
}

/**
 * The key of the MACs: 64 hexadecimal digits in a file. It is a KeyObject, because a MAC with plain
 * bytes imports them each time, which costs five times the hash itself.
 */
export async function readMacKey(path: string, network: Network): Promise<KeyObject> {
  const text = (await readFile(path, 'utf8')).trim()
  if (!isKey(text)) {
    throw new SecretRefused(`${path} must hold 64 hexadecimal digits (32 random bytes).`)
  }
  refuseGuessable(path, text, network)
  return createSecretKey(text, 'hex')
}
