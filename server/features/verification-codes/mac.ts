import { createHmac, type KeyObject, randomInt, timingSafeEqual } from 'node:crypto'
import type { CodeRecipient } from './channel.ts'

/** The purpose of a code, its destination and since when; its MAC is valid for nothing else. */
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
 * HMAC-SHA-256 over the code and its use: a million hashes would find a code out, and without the
 * server's key nobody can make them. The first item keeps MACs of other purposes apart.
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

/** Takes the same time for a right and a wrong code. */
export function isCode(key: KeyObject, use: CodeUse, code: string, mac: Buffer): boolean {
  const expected = codeMac(key, use, code)
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}
