import type { KeyObject } from 'node:crypto'
import { type ChangeKind, type ChangePayload, changePayloads } from '#contract/change-orders.ts'
import { isReleasedByPress } from '#domain/enough-approvals.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { type ApprovalRow, readApprovals } from '#server/authorization/approval-rows.ts'
import {
  approvalsThatCount,
  approversOf,
  authenticApprovals,
  type TeamRows,
} from '#server/authorization/approvals-that-count.ts'
import {
  authenticPayload,
  type ChangeOrderRow,
  toApprovable,
} from '#server/authorization/change-rows.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The change under which an order was placed, and its approvals, as the tables have them. */
export type StoredChange = { row: ChangeOrderRow; approvals: readonly ApprovalRow[] }

export async function readStoredChange(db: Db, id: string | null): Promise<StoredChange | null> {
  if (id === null) return null
  const row = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { row, approvals: await readApprovals(db, [id]) } : null
}

/** The payload of a change that the program wrote and that is of this kind; null otherwise. */
export function payloadOf<Kind extends ChangeKind>(
  macKey: KeyObject,
  { row }: StoredChange,
  kind: Kind,
): ChangePayload<Kind> | null {
  if (row.kind !== kind) return null
  const { success, data } = changePayloads[kind].safeParse(authenticPayload(macKey, row))
  // The payload is of `kind`, because the schema was looked up by it.
  return success ? (data as ChangePayload<Kind>) : null
}

type Approving = {
  orderId: string
  /** The people who changed what a payday pays, and who pressed it; null: nobody. */
  changers?: readonly string[]
  presser?: string | null
  team: TeamRows
  isBegun: boolean
  now: Date
}

/**
 * Why the approvals of a change do not release an order under it, or null. A change that needed nobody
 * stands for no order. One that was begun goes on when somebody who approved it has left since.
 */
export function changeApprovalFault(
  macKey: KeyObject,
  { row, approvals }: StoredChange,
  { orderId, changers = [], presser = null, team, isBegun, now }: Approving,
): SignerFault | null {
  const subject = { ...toApprovable(row), changers }
  const isApproved = (given: readonly ApprovalRow[]) =>
    given.length > 0 && isReleasedByPress(subject, presser, approversOf(given))
  const written = authenticApprovals(macKey, subject, approvals)
  if (!isApproved(written)) return { code: 'ORDER_NOT_APPROVED', orderId }
  if (isBegun) return null
  // Under `strongOnly` an approval itself needed a key.
  const counting = approvalsThatCount({ macKey, now, hasKey: () => true }, subject, written, team)
  return isApproved(counting)
    ? null
    : {
        code: 'APPROVERS_DO_NOT_COUNT',
        orderId,
        given: counting.length,
        required: Math.max(1, row.required),
      }
}
