import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { ChangeKind, ChangePayload } from '#contract/change-orders.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { readChange } from './read-change.ts'

type About<Kind extends ChangeKind> = {
  companyId: string
  kind: Kind
  /** The field of the payload that names the person or thing, and its value. */
  field: keyof ChangePayload<Kind> & string
  value: string
}

const isAbout = <Kind extends ChangeKind>({ field, value }: About<Kind>) =>
  sql<boolean>`payload::jsonb ->> ${field}::text = ${value}`

const changesAbout = <Kind extends ChangeKind>(db: Db, about: About<Kind>) =>
  db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', about.companyId)
    .where('kind', '=', about.kind)
    .where('state', 'in', ['open', 'waiting'])
    .where(isAbout(about))
    .orderBy('id')

/** Reads the waiting changes about a person or thing. */
export const readChangesAbout = <Kind extends ChangeKind>(
  db: Db,
  about: About<Kind>,
): Promise<ChangeOrderRow[]> => changesAbout(db, about).execute()

/** Locks the waiting changes about a person or thing. */
export const lockChangesAbout = <Kind extends ChangeKind>(
  trx: Trx,
  about: About<Kind>,
): Promise<ChangeOrderRow[]> => changesAbout(trx, about).forUpdate().execute()

/** Ends the waiting changes about a person or thing that is gone; nobody rejected them. */
export async function endChangesAbout<Kind extends ChangeKind>(
  trx: Trx,
  about: About<Kind>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('change_orders')
    .set({ state: 'undone', ended_at: now })
    .where('company_id', '=', about.companyId)
    .where('kind', '=', about.kind)
    .where('state', 'in', ['open', 'waiting'])
    .where(isAbout(about))
    .execute()
}

const endChangesOf =
  (kind: ChangeKind) =>
  async (trx: Trx, companyId: string, now: Date): Promise<void> => {
    await trx
      .updateTable('change_orders')
      .set({ state: 'undone', ended_at: now })
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('state', 'in', ['open', 'waiting'])
      .execute()
  }

/** Ends the waiting changes of keys: codes approve again. */
export const endChangesOfKeys = endChangesOf('FACTOR')

/** Ends the waiting change of rules, whatever somebody wrote into it: the seed ends the rules themselves. */
export const endChangesOfRules = endChangesOf('RULES')

/** Ends the waiting changes of settings: others replace them. */
export const endChangesOfSettings = endChangesOf('SETTINGS')

/** Ends the waiting changes of a person who may no longer ask for them. */
export async function endChangesByUser(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('change_orders')
    .set({ state: 'undone', ended_at: now })
    .where('company_id', '=', companyId)
    .where('asked_by', '=', userId)
    .where('state', 'in', ['open', 'waiting'])
    .execute()
}

/** A change that waits for approvals or, where that is shown, for its time. */
export type WaitingOrderedChange<Kind extends ChangeKind> = {
  id: string
  effectiveAt: Date | null
  payload: ChangePayload<Kind>
}

/** Reads the waiting changes of one kind in a company, to show them. */
export async function readChangesThatWait<Kind extends ChangeKind>(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  kind: Kind,
): Promise<WaitingOrderedChange<Kind>[]> {
  const rows = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('state', 'in', ['open', 'waiting'])
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const change = readChange(macKey, row)
    if (change?.kind !== kind) return []
    // The type Change pairs kind and payload.
    const payload = change.payload as ChangePayload<Kind>
    return [{ id: row.id, effectiveAt: row.effective_at, payload }]
  })
}
