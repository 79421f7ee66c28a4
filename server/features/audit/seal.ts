import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { linkHash } from './chain.ts'
import { asLink, linkColumns } from './store.ts'

export type SealerDeps = { db: Db; log: Log; everyMs?: number }

const oneSecondMs = 1_000
const batch = 1_000
const companiesAtOnce = 200

/** Locks the ends of the chains: another sealer of these companies waits for the commit. */
async function lockEnds(trx: Trx, companyIds: string[]) {
  await trx
    .insertInto('audit_chains')
    .values(companyIds.map((id) => ({ company_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('audit_chains')
    .select(['company_id', 'position', 'hash'])
    .where('company_id', 'in', companyIds)
    .orderBy('company_id')
    .forUpdate()
    .execute()
}

async function sealOnce(trx: Trx): Promise<number> {
  const waiting = await trx
    .selectFrom('audit_events')
    .select('company_id')
    .distinct()
    .where('position', 'is', null)
    .orderBy('company_id')
    .limit(companiesAtOnce)
    .execute()
  if (waiting.length === 0) return 0
  const ends = new Map(
    (
      await lockEnds(
        trx,
        waiting.map((row) => row.company_id),
      )
    ).map((end) => [end.company_id, end]),
  )
  // Read under the lock, so that events sealed meanwhile are left out.
  const events = await trx
    .selectFrom('audit_events')
    .select(linkColumns)
    .where('position', 'is', null)
    .where('company_id', 'in', [...ends.keys()])
    .orderBy('id')
    .limit(batch)
    .execute()
  const sealed = events.map(asLink).map((event) => {
    const end = ends.get(event.companyId)
    if (!end) throw new Error('An event was read whose chain is not locked')
    end.position += 1n
    end.hash = linkHash(end.hash, end.position, event)
    return { id: event.id, position: end.position, hash: end.hash }
  })
  await sql`
    UPDATE audit_events e SET position = s.position, hash = s.hash
    FROM unnest(${sealed.map((row) => row.id)}::uuid[],
      ${sealed.map((row) => String(row.position))}::bigint[],
      ${sealed.map((row) => row.hash)}::bytea[]) AS s (id, position, hash)
    WHERE e.id = s.id`.execute(trx)
  const moved = [...ends.values()]
  await sql`
    UPDATE audit_chains c SET position = s.position, hash = s.hash
    FROM unnest(${moved.map((end) => end.company_id)}::uuid[],
      ${moved.map((end) => String(end.position))}::bigint[],
      ${moved.map((end) => end.hash)}::bytea[]) AS s (company_id, position, hash)
    WHERE c.company_id = s.company_id`.execute(trx)
  return sealed.length
}

/**
 * Seals all committed events, each company's into its chain in the order of their ids. An event
 * that commits late follows those sealed before it. Returns the number.
 */
export async function sealEvents(db: Db): Promise<number> {
  let sum = 0
  for (;;) {
    const sealed = await db.transaction().execute(sealOnce)
    sum += sealed
    if (sealed === 0) return sum
  }
}

/** The worker's loop that seals each second, until `signal`. */
export async function sealAudit(deps: SealerDeps, signal: AbortSignal): Promise<void> {
  const { db, log, everyMs = oneSecondMs } = deps
  while (!signal.aborted) {
    await sealEvents(db).catch((err) => log.error({ err }, 'audit events could not be sealed'))
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
