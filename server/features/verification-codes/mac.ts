import { createHmac, type KeyObject, randomInt } from 'node:crypto'
import { isSameMac } from '#server/platform/security/same-mac.ts'
import type { CodeRecipient } from './channel.ts'

/** The use of a code: purpose, destination and time; its MAC is valid for nothing else. */
export type CodeUse = {
  id: string
  companyId: string
  userId: string
  purpose: string
  subjectId: string
  channel: CodeRecipient
  createdAt: Date
}

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * HMAC-SHA-256 over the code and its use: a plain hash could be found out with a million attempts,
 * and an HMAC needs the server's key. The first item separates MACs of other purposes.
 */
export function codeMac(key: KeyObject, use: CodeUse, code: string): Buffer {
  const text = JSON.stringify([
    'quincena code 2',
    use.id.toLowerCase(),
    use.companyId.toLowerCase(),
    use.userId.toLowerCase(),
    use.purpose,
    use.subjectId.toLowerCase(),
    use.channel.via,
    use.channel.to,
    use.createdAt.toISOString(),
    code,
  ])
  return createHmac('sha256', key).update(text, 'utf8').digest()
}

/** Compares a code with a MAC, in the same time for a right and a wrong code. */
export function isCode(key: KeyObject, use: CodeUse, code: string, mac: Buffer): boolean {
  return isSameMac(mac, codeMac(key, use, code))
}
