import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { ChangeKind, ChangePayload } from '#contract/change-orders.ts'
import type { ChangeOrderRow } from '#server/authorization/change-mac.ts'
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

/** Locks the changes about somebody or something that wait. */
export const lockChangesAbout = <Kind extends ChangeKind>(
  trx: Trx,
  about: About<Kind>,
): Promise<ChangeOrderRow[]> =>
  trx
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', about.companyId)
    .where('kind', '=', about.kind)
    .where('state', 'in', ['open', 'waiting'])
    .where(isAbout(about))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Ends the changes that wait about something that is over; nobody has rejected them. */
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

/** Ends the keys that wait for approvals: codes approve again. */
export const endChangesOfKeys = endChangesOf('FACTOR')

/** Ends the settings that wait: others are asked for in their place. */
export const endChangesOfSettings = endChangesOf('SETTINGS')

/** Ends the changes that wait and were asked for by somebody who may ask no longer. */
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

/** A change that waits: for approvals, or for its time where that is told. */
export type WaitingOrderedChange<Kind extends ChangeKind> = {
  id: string
  effectiveAt: Date | null
  payload: ChangePayload<Kind>
}

/** The changes of one kind that wait in a company, to be shown. */
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
    // Kind and payload belong together by the type of Change.
    const payload = change.payload as ChangePayload<Kind>
    return [{ id: row.id, effectiveAt: row.effective_at, payload }]
  })
}
