import type { KeyObject } from 'node:crypto'
import type { ChangePayload } from '#contract/change-orders.ts'
import { mayNow } from '#domain/may-now.ts'
import { readApprovals } from '#server/authorization/approval-rows.ts'
import { authenticApprovals } from '#server/authorization/approvals-that-count.ts'
import type { PasskeyRow } from '#server/authorization/factor-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readChange, toSheetedChange } from './read-change.ts'

type Key = ChangePayload<'FACTOR'>

/** Whether a change is about this passkey. */
export const isSameKey = (row: PasskeyRow, { userId, credentialId, publicKey }: Key): boolean =>
  row.user_id === userId &&
  row.credential_id.toString('base64url') === credentialId &&
  row.public_key.toString('base64url') === publicKey

/**
 * Reads the keys that other people approved after a time. The MACs of the approvals prove that, and
 * the time: rewriting a state past the program makes no key count.
 */
export async function readApprovedKeys(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  { after, now }: { after: Date; now: Date },
): Promise<Key[]> {
  const rows = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', 'FACTOR')
    .where('state', '=', 'done')
    .where('asked_at', '>', after)
    .orderBy('id')
    .execute()
  const approvals = await readApprovals(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const change = readChange(macKey, row)
    if (change?.kind !== 'FACTOR' || change.payload.publicKey === null) return []
    const given = authenticApprovals(macKey, toSheetedChange(macKey, row), approvals)
    const last = given.at(row.required - 1)
    if (row.required < 1 || given.length < row.required || !last) return []
    const deed = { kind: 'APPLY_CHANGE', approvedAt: last.at, delayed: row.delayed, now } as const
    return mayNow(null, deed).code === 'YES' ? [change.payload] : []
  })
}
