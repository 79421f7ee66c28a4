import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The purpose of a key; the label keeps a MAC of one purpose from passing for another. */
export type KeyPurpose =
  | 'row'
  | 'token'
  | 'message'
  | 'app secret'
  | 'recovery code'
  | 'backup'
  | 'document'

const keys = new WeakMap<KeyObject, Map<KeyPurpose, KeyObject>>()

/** A key of its own for each purpose, out of the MAC key by HKDF (RFC 5869). */
export function deriveKey(macKey: KeyObject, purpose: KeyPurpose): KeyObject {
  const known = keys.get(macKey) ?? new Map<KeyPurpose, KeyObject>()
  keys.set(macKey, known)
  const found = known.get(purpose)
  if (found) return found
  const bytes = hkdfSync('sha256', macKey, '', `quincena ${purpose} 1`, 32)
  const made = createSecretKey(Buffer.from(bytes))
  known.set(purpose, made)
  return made
}
