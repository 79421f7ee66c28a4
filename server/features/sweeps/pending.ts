import type { KeyObject } from 'node:crypto'
import type { ChangePayload } from '#contract/change-orders.ts'
import { readChange, readCounting, toSheetedChange } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readColleague } from '#server/platform/db/user-name.ts'

/**
 * Reads the change about sweeps that waits for approvals, among those that `isWanted` finds; null:
 * none.
 */
export async function readPending(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  now: Date,
  isWanted: (payload: ChangePayload<'SWEEP'>) => boolean,
) {
  const rows = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', 'SWEEP')
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
  for (const row of rows) {
    const change = readChange(macKey, row)
    if (change?.kind !== 'SWEEP' || !isWanted(change.payload)) continue
    const subjects = [toSheetedChange(macKey, row)]
    const counting = await readCounting(db, macKey, { companyId, subjects }, now)
    const { id, asked_by: userId, asked_at: askedAt, expires_at: expiresAt } = row
    const waiting = {
      _id: id,
      askedBy: await readColleague(db, { companyId, userId }),
      askedAt: askedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      required: row.required,
      given: counting(id).length,
    }
    return { waiting, payload: change.payload }
  }
  return null
}
