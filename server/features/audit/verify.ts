import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { beginning, linkHash } from './chain.ts'
import { asLink, linkColumns } from './store.ts'

export type AuditFault = { companyId: string; position: bigint; message: string }
export type Verified = { companies: number; events: bigint; unsealed: bigint; faults: AuditFault[] }

const batch = 2_000

/** Follows one company's chain from its beginning; null where the chain is whole up to its end. */
async function faultOf(
  trx: Trx,
  companyId: string,
  end: { position: bigint; hash: Buffer },
): Promise<AuditFault | null> {
  let position = 0n
  let hash: Buffer = beginning
  for (;;) {
    const rows = await trx
      .selectFrom('audit_events')
      .select(linkColumns)
      .select(['position', 'hash'])
      .where('company_id', '=', companyId)
      .where('position', '>', position)
      .orderBy('position')
      .limit(batch)
      .execute()
    for (const row of rows.map(asLink)) {
      position += 1n
      const fault = (message: string) => ({ companyId, position, message })
      if (row.position !== position) return fault('an event is gone')
      hash = linkHash(hash, position, row)
      if (!row.hash?.equals(hash)) return fault(`event ${row.id} is not what was sealed`)
    }
    if (rows.length < batch) break
  }
  if (position < end.position) return { companyId, position, message: 'the newest events are gone' }
  if (position > end.position || !hash.equals(end.hash)) {
    return { companyId, position, message: 'the chain does not end in its last event' }
  }
  return null
}

/** Proves every chain in one snapshot, each up to its first fault. */
export async function verifyAudit(db: Db): Promise<Verified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = '120s'`.execute(trx)
      // A company that lost its whole chain still has its first event.
      const { rows: chains } = await sql<{ id: string; position: bigint; hash: Buffer }>`
        SELECT c.id, coalesce(a.position, 0) AS position, coalesce(a.hash, ${beginning}) AS hash
        FROM companies c LEFT JOIN audit_chains a ON a.company_id = c.id ORDER BY c.id`.execute(trx)
      const faults: AuditFault[] = []
      let events = 0n
      for (const { id, ...end } of chains) {
        const fault = await faultOf(trx, id, end)
        if (fault) faults.push(fault)
        events += end.position
      }
      const { rows } = await sql<{ unsealed: bigint }>`
        SELECT count(*) AS unsealed FROM audit_events
        WHERE position IS NULL AND at < now() - interval '10 s'`.execute(trx)
      return { companies: chains.length, events, unsealed: rows[0]?.unsealed ?? 0n, faults }
    })
}
