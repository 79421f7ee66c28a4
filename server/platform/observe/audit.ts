import { type DialectAdapter, sql } from 'kysely'
import type { AuditAction, AuditDetail } from '#contract/audit.ts'
import { type Db, newIds, timeOfId } from '../db/database.ts'

/** The actor and the IP address; `userId` is null where nobody has signed in. */
export type Actor = { companyId: string; userId: string | null; ip: string | null }

export type Act = Actor & {
  action: AuditAction
  /** The person or thing it is done to, by its name at that time. */
  subject: string
  /** Fields by name. Addresses go through `shortenAddress`; no secret, code, token or password ever. */
  detail?: AuditDetail
}

/** A row of the trail before it is stored. */
export type AuditRow = {
  id: string
  company_id: string
  user_id: string | null
  at: Date
  action: string
  subject: string
  detail: AuditDetail
  ip: string | null
}
type MacOfAct = (row: AuditRow) => Buffer

const subjectLimit = 300
/** MACs are made this many at a time: 10 ms of work between two queries. */
const actsAtOnce = 2_000

/** By the part of a pool that its transactions have too. */
const macs = new WeakMap<DialectAdapter, MacOfAct>()

/** Says how the MAC of each act is made that is noted through this pool. */
export function noteActsUnder(db: Db, macOfAct: MacOfAct): void {
  macs.set(db.getExecutor().adapter, macOfAct)
}

/**
 * Notes an act in the audit trail, in the SQL transaction that does it: `db` is that transaction,
 * unless the act is a refusal, which has none. State changes of transactions note themselves.
 */
export const record = (db: Db, act: Act): Promise<void> => recordAll(db, [act])

/** Notes many acts. */
export async function recordAll(db: Db, acts: readonly Act[]): Promise<void> {
  const macOfAct = macs.get(db.getExecutor().adapter)
  if (!macOfAct) throw new Error('Acts are noted under a MAC, and this pool has no key')
  for (let from = 0; from < acts.length; from += actsAtOnce) {
    const some = acts.slice(from, from + actsAtOnce)
    const ids = await newIds(db, some.length)
    await insert(
      db,
      some.map((act, index) => rowOf(act, ids[index] ?? '')),
      macOfAct,
    )
  }
}

const rowOf = ({ companyId, userId, ip, action, subject, detail = {} }: Act, id: string) => ({
  id,
  company_id: companyId,
  user_id: userId,
  at: timeOfId(id),
  action,
  // The database keeps no half of a character, and the MAC covers what it keeps.
  subject: subject.slice(0, subjectLimit).toWellFormed(),
  detail,
  ip,
})

async function insert(db: Db, rows: readonly AuditRow[], macOfAct: MacOfAct): Promise<void> {
  await sql`
    INSERT INTO audit_events (id, company_id, user_id, at, action, subject, detail, ip, mac)
    SELECT * FROM unnest(${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.company_id)}::uuid[], ${rows.map((row) => row.user_id)}::uuid[],
      ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.action)}::text[],
      ${rows.map((row) => row.subject)}::text[],
      ${rows.map((row) => JSON.stringify(row.detail))}::jsonb[],
      ${rows.map((row) => row.ip)}::text[], ${rows.map(macOfAct)}::bytea[])`.execute(db)
}

/** An address that can be recognised and not be used: its first 8 and last 6 characters. */
export const shortenAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`
