import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { isTrue, macOf } from './mac.ts'
import { type CoveredRow, type MacRow, macColumns } from './registry.ts'

/** A person's approval of an order or of a change: of which sheet, when and by which factor. */
export type ApprovalRow = MacRow<'approvals'>

/** The first key of the advisory locks of approving; the second is of one person and subject. */
const approving = 7_305_123

/**
 * Adds an approval; rows are only added. Returns false where the person has approved before. A row
 * without a true MAC stands in nobody's way.
 */
export async function insertApproval(
  trx: Trx,
  key: KeyObject,
  row: CoveredRow<'approvals'>,
): Promise<boolean> {
  const { assertion } = row
  const one = `${row.subject_id} ${row.user_id}`
  await sql`SELECT pg_advisory_xact_lock(${approving}, hashtext(${one}))`.execute(trx)
  const before = await readTrueApprovals(trx, key, [row.subject_id])
  if (before.some(({ user_id }) => user_id === row.user_id)) return false
  await trx
    .insertInto('approvals')
    .values({
      ...row,
      assertion: assertion === null ? null : JSON.stringify(assertion),
      mac: macOf(key, 'approvals', row),
    })
    .execute()
  return true
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

/** The approvals that the program wrote. Any other row counts for nothing and stops nothing. */
export async function readTrueApprovals(
  db: Db,
  macKey: KeyObject,
  subjectIds: readonly string[],
): Promise<ApprovalRow[]> {
  const rows = await readApprovals(db, subjectIds)
  return rows.filter((row) => isTrue(macKey, 'approvals', row))
}

const nobody = '00000000-0000-0000-0000-000000000000'
