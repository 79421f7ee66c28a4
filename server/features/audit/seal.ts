import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOwnEvent } from '#server/authorization/audit-rows.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { beginning, linkHash } from './chain.ts'
import { asRow, eventColumns } from './store.ts'

export type SealerDeps = { db: Db; macKey: KeyObject; log: Log; everyMs?: number }
/** Events that the program did not write, and companies the end of whose chain it did not. */
export type Foreign = { events: string[]; chains: Set<string> }

const oneSecondMs = 1_000
const batch = 1_000

/** The event after which a look goes on, in the order of the index of what is not sealed. */
type Place = { company_id: string; id: string }
const first: Place = {
  company_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

const waitingAfter = (trx: Trx, { company_id, id }: Place) =>
  trx
    .selectFrom('audit_events')
    .where('position', 'is', null)
    .where(sql<boolean>`(company_id, id) > (${company_id}::uuid, ${id}::uuid)`)
    .orderBy('company_id')
    .orderBy('id')
    .limit(batch)

type End = { company_id: string; position: bigint; hash: Buffer; mac: Buffer; newest: bigint }

/** Locks the ends of the chains: another sealer of these companies waits for the commit. */
async function lockEnds(trx: Trx, macKey: KeyObject, companyIds: string[]): Promise<End[]> {
  const fresh = companyIds.map((company_id) => ({ company_id, position: 0n, hash: beginning }))
  await trx
    .insertInto('audit_chains')
    .values(fresh.map((end) => ({ ...end, mac: macOf(macKey, 'audit_chains', end) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('audit_chains as c')
    .select(macColumns.audit_chains)
    .select(
      sql<bigint>`(SELECT coalesce(max(e.position), 0) FROM audit_events e
        WHERE e.company_id = c.company_id)`.as('newest'),
    )
    .where('company_id', 'in', companyIds)
    .orderBy('company_id')
    .forUpdate()
    .execute()
}

/** Seals up to a thousand events. Returns the place behind them, or null where none waits. */
async function sealSome(trx: Trx, macKey: KeyObject, after: Place, foreign: Foreign) {
  const waiting = await waitingAfter(trx, after).select('company_id').execute()
  if (waiting.length === 0) return null
  const companyIds = [...new Set(waiting.map((row) => row.company_id))]
  const ends = new Map<string, End>()
  for (const end of await lockEnds(trx, macKey, companyIds)) {
    const isOwn = isTrue(macKey, 'audit_chains', end) && end.newest === end.position
    if (isOwn) ends.set(end.company_id, end)
    else foreign.chains.add(end.company_id)
  }
  // Read under the lock, so that events sealed meanwhile are left out.
  const events = await waitingAfter(trx, after)
    .select(eventColumns)
    .where('company_id', 'in', companyIds)
    .execute()
  const sealed: { id: string; position: bigint; hash: Buffer }[] = []
  for (const row of events) {
    const end = ends.get(row.company_id)
    if (!isOwnEvent(macKey, row)) foreign.events.push(row.id)
    else if (end) {
      end.position += 1n
      end.hash = linkHash(end.hash, end.position, asRow(row))
      sealed.push({ id: row.id, position: end.position, hash: end.hash })
    }
  }
  await storeSealed(trx, macKey, sealed, [...ends.values()])
  return events.at(-1) ?? null
}

async function storeSealed(
  trx: Trx,
  macKey: KeyObject,
  sealed: { id: string; position: bigint; hash: Buffer }[],
  ends: End[],
): Promise<void> {
  await sql`
    UPDATE audit_events e SET position = s.position, hash = s.hash
    FROM unnest(${sealed.map((row) => row.id)}::uuid[],
      ${sealed.map((row) => String(row.position))}::bigint[],
      ${sealed.map((row) => row.hash)}::bytea[]) AS s (id, position, hash)
    WHERE e.id = s.id`.execute(trx)
  await sql`
    UPDATE audit_chains c SET position = s.position, hash = s.hash, mac = s.mac
    FROM unnest(${ends.map((end) => end.company_id)}::uuid[],
      ${ends.map((end) => String(end.position))}::bigint[],
      ${ends.map((end) => end.hash)}::bytea[],
      ${ends.map((end) => macOf(macKey, 'audit_chains', end))}::bytea[])
      AS s (company_id, position, hash, mac)
    WHERE c.company_id = s.company_id`.execute(trx)
}

/**
 * Seals all committed events of the program, each company's into its chain in the order of their ids. An
 * event that commits late follows those sealed before it. Returns what it left out.
 */
export async function sealEvents(db: Db, macKey: KeyObject): Promise<Foreign> {
  const foreign: Foreign = { events: [], chains: new Set() }
  let after: Place | null = first
  while (after) {
    const from: Place = after
    after = await db.transaction().execute((trx) => sealSome(trx, macKey, from, foreign))
  }
  return foreign
}

const namedAtMost = 20

/** The worker's loop that seals each second, until `signal`. */
export async function sealAudit(deps: SealerDeps, signal: AbortSignal): Promise<void> {
  const { db, macKey, log, everyMs = oneSecondMs } = deps
  let known = ''
  while (!signal.aborted) {
    try {
      const { events, chains } = await sealEvents(db, macKey)
      const [newest, found] = [events.slice(-namedAtMost), [...chains].slice(0, namedAtMost)]
      const named = JSON.stringify([events.length, newest, found])
      // Each is named once, and again by a worker that starts.
      if (named !== known && events.length + chains.size > 0) {
        log.error(
          { count: events.length, events: newest, chains: found },
          'audit events that the program did not write are not sealed',
        )
      }
      known = named
    } catch (err) {
      log.error({ err }, 'audit events could not be sealed')
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
