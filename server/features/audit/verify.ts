import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { isOwnEvent } from '#server/authorization/audit-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { beginning, linkHash } from './chain.ts'
import { asRow, eventColumns } from './store.ts'

export type AuditFault = { companyId: string; position: bigint; message: string }
export type Verified = {
  companies: number
  events: bigint
  /** Late ones of the program. */
  unsealed: number
  /** The ids of events that the program did not write. */
  foreign: string[]
  faults: AuditFault[]
}

const batch = 2_000

/** Follows one company's chain from its beginning; null where the chain is whole up to its end. */
async function faultOf(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  end: MacRow<'audit_chains'> | undefined,
): Promise<AuditFault | null> {
  let position = 0n
  let hash: Buffer = beginning
  for (;;) {
    const rows = await trx
      .selectFrom('audit_events')
      .select(eventColumns)
      .select(['position', 'hash'])
      .where('company_id', '=', companyId)
      .where('position', '>', position)
      .orderBy('position')
      .limit(batch)
      .execute()
    for (const row of rows) {
      position += 1n
      const fault = (message: string) => ({ companyId, position, message })
      if (row.position !== position) return fault('an event is gone')
      hash = linkHash(hash, position, asRow(row))
      if (!row.hash?.equals(hash)) return fault(`event ${row.id} is not what was sealed`)
      if (!isOwnEvent(macKey, row)) return fault(`event ${row.id} is not the program's`)
    }
    if (rows.length < batch) break
  }
  const fault = (message: string) => ({ companyId, position, message })
  if (position < (end?.position ?? 0n)) return fault('the newest events are gone')
  if (position > (end?.position ?? 0n) || !hash.equals(end?.hash ?? beginning)) {
    return fault('the chain does not end in its last event')
  }
  if (end && !isTrue(macKey, 'audit_chains', end)) return fault("the end is not the program's")
  return null
}

/** Proves every chain in one snapshot, each up to its first fault. */
export async function verifyAudit(db: Db, macKey: KeyObject): Promise<Verified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = '120s'`.execute(trx)
      const chains = await trx.selectFrom('audit_chains').select(macColumns.audit_chains).execute()
      const ends = new Map(chains.map((end) => [end.company_id, end]))
      // A company that lost its whole chain still has its first event.
      const companies = await trx.selectFrom('companies').select('id').orderBy('id').execute()
      const faults: AuditFault[] = []
      let events = 0n
      for (const { id } of companies) {
        const end = ends.get(id)
        const fault = await faultOf(trx, macKey, id, end)
        if (fault) faults.push(fault)
        events += end?.position ?? 0n
      }
      return { companies: companies.length, events, faults, ...(await readUnsealed(trx, macKey)) }
    })
}

/** The events that wait longer than a worker takes: late ones, and those that nothing will seal. */
export async function readUnsealed(
  db: Db,
  macKey: KeyObject,
): Promise<Pick<Verified, 'unsealed' | 'foreign'>> {
  const waiting = await db
    .selectFrom('audit_events')
    .select(eventColumns)
    .where('position', 'is', null)
    .where('at', '<', sql<Date>`now() - interval '10 s'`)
    .execute()
  const foreign = waiting.filter((row) => !isOwnEvent(macKey, row)).map(({ id }) => id)
  return { unsealed: waiting.length - foreign.length, foreign }
}
