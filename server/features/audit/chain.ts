import { createHash } from 'node:crypto'
import type { AuditDetail } from '#contract/audit.ts'

/** The fields of an event that its hash covers: all but the hash. */
export type ChainLink = {
  id: string
  companyId: string
  userId: string | null
  at: Date
  action: string
  subject: string
  detail: AuditDetail
  ip: string | null
}

/** The hash before a company's first event. */
export const beginning = Buffer.alloc(32)

/**
 * SHA-256 over the previous hash and the event as JSON: an array, so that the order is fixed, and
 * the details by name, because jsonb keeps none.
 */
export function linkHash(previous: Buffer, position: bigint, link: ChainLink): Buffer {
  const detail = Object.entries(link.detail).sort(([a], [b]) => (a < b ? -1 : 1))
  const { companyId, id, at, userId, action, subject, ip } = link
  const event = [
    companyId,
    `${position}`,
    id,
    at.toISOString(),
    userId,
    action,
    subject,
    detail,
    ip,
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(event)).digest()
}
