import type { AuditAction, AuditDetail } from '#contract/audit.ts'
import type { Db } from '../db/database.ts'

/** The actor and the IP address; `userId` is null where nobody has signed in. */
export type Actor = { companyId: string; userId: string | null; ip: string | null }

export type Act = Actor & {
  action: AuditAction
  /** The person or thing it is done to, by its name at that time. */
  subject: string
  /** Fields by name. Addresses go through `shortenAddress`; no secret, code, token or password ever. */
  detail?: AuditDetail
}

const subjectLimit = 300

/**
 * Notes an act in the audit trail, in the SQL transaction that does it: `db` is that transaction,
 * unless the act is a refusal, which has none. State changes of transactions note themselves.
 */
export async function record(db: Db, act: Act): Promise<void> {
  const { companyId, userId, ip, action, subject, detail = {} } = act
  await db
    .insertInto('audit_events')
    .values({
      company_id: companyId,
      user_id: userId,
      ip,
      action,
      subject: subject.slice(0, subjectLimit),
      detail: JSON.stringify(detail),
    })
    .execute()
}

/** An address that can be recognised and not be used: its first 8 and last 6 characters. */
export const shortenAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`
