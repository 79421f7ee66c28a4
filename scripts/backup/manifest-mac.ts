import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Network } from '#domain/address.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import { deriveKey } from '#server/platform/security/derived-keys.ts'
import { isSameMac } from '#server/platform/security/same-mac.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import type { Manifest } from './manifest.ts'

/**
 * Anybody encrypts a file for the public key of the backups; a MAC tells those of this installation. Its
 * key comes from the MAC key, which a restore needs as well. The user who backs up has this key alone.
 */
export const backupMacKey = (macKey: KeyObject): KeyObject => deriveKey(macKey, 'backup')

type KeyFiles = { backupMacKeyFile: string | null; macKeyFile: string; network: Network }

/** The key of the MACs over manifests; null where this user may read no file with one. */
export async function readBackupMacKey(files: KeyFiles): Promise<KeyObject | null> {
  const { backupMacKeyFile, macKeyFile, network } = files
  try {
    if (backupMacKeyFile === null) return backupMacKey(await readMacKey(macKeyFile, network))
    return createSecretKey((await readFile(backupMacKeyFile, 'utf8')).trim(), 'hex')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES') return null
    throw error
  }
}

const macOf = (key: KeyObject, { mac: _, ...covered }: Manifest): string =>
  createHmac('sha256', key)
    .update(canonicalJson(['quincena backup 1', covered]), 'utf8')
    .digest('hex')

export const withMac = (key: KeyObject | null, manifest: Manifest): Manifest =>
  key ? { ...manifest, mac: macOf(key, manifest) } : manifest

/** Why a backup may be somebody else's, in a sentence for the operator; null: it is this installation's. */
export function doubtAbout(key: KeyObject | null, manifest: Manifest): string | null {
  const { mac } = manifest
  if (mac === undefined) {
    return 'The backup carries no MAC: anybody who knows BACKUP_RECIPIENT can have made it.'
  }
  if (!key) {
    return 'Whether the backup is of this installation only its MAC key could say: MAC_KEY_FILE is not there.'
  }
  const isTrue = isSameMac(Buffer.from(mac, 'hex'), Buffer.from(macOf(key, manifest), 'hex'))
  return isTrue
    ? null
    : 'The MAC of the backup is not of this MAC key: it was made under another one, or by somebody else.'
}
