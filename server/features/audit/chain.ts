import { createHash } from 'node:crypto'
import type { AuditRow } from '#server/platform/observe/audit.ts'

/** The hash before a company's first event. */
export const beginning = Buffer.alloc(32)

/**
 * SHA-256 over the previous hash and the event as JSON: an array, so that the order is fixed, and
 * the details by name, because jsonb keeps none.
 */
export function linkHash(previous: Buffer, position: bigint, row: AuditRow): Buffer {
  const detail = Object.entries(row.detail).sort(([a], [b]) => (a < b ? -1 : 1))
  const { company_id, id, at, user_id, action, subject, ip } = row
  const event = [
    company_id,
    `${position}`,
    id,
    at.toISOString(),
    user_id,
    action,
    subject,
    detail,
    ip,
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(event)).digest()
}
