import type { KeyObject } from 'node:crypto'
import type { Db, Trx } from '../platform/db/database.ts'
import { macOf } from './mac.ts'
import { type CoveredRow, type MacRow, macColumns } from './registry.ts'

/** A person's approval of an order or of a change: of which sheet, when and by which factor. */
export type ApprovalRow = MacRow<'approvals'>

/** Rows are only added; a second one of the same person violates `approvals_one_of_each`. */
export async function insertApproval(
  trx: Trx,
  key: KeyObject,
  row: CoveredRow<'approvals'>,
): Promise<void> {
  const { assertion } = row
  await trx
    .insertInto('approvals')
    .values({
      ...row,
      assertion: assertion === null ? null : JSON.stringify(assertion),
      mac: macOf(key, 'approvals', row),
    })
    .execute()
}

/** The approvals of orders or changes, the first one first. */
export const readApprovals = (db: Db, subjectIds: readonly string[]): Promise<ApprovalRow[]> =>
  db
    .selectFrom('approvals')
    .select(macColumns.approvals)
    .where('subject_id', 'in', [...subjectIds, nobody])
    .orderBy('at')
    .orderBy('user_id')
    .execute()

const nobody = '00000000-0000-0000-0000-000000000000'
