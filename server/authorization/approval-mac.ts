import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Approvals } from '../platform/db/database-types.ts'
import { canonicalJson } from './canonical-json.ts'

/** A person's approval of an order or of a change: of which sheet, when and by which factor. */
export type ApprovalRow = Omit<Selectable<Approvals>, 'id' | 'assertion'> & { assertion: unknown }

/** Columns by name: a statement with a `*` is not prepared. */
export const approvalColumns = [
  'company_id',
  'subject_id',
  'user_id',
  'at',
  'kind',
  'sheet_sha256',
  'nonce',
  'passkey_id',
  'assertion',
  'mac',
] as const satisfies (keyof Approvals)[]

/** HMAC-SHA-256 over all that an approval says. */
export function approvalMac(key: KeyObject, row: Omit<ApprovalRow, 'mac'>): Buffer {
  const fields = [
    'quincena approval 2',
    row.company_id,
    row.subject_id,
    row.user_id,
    row.at.toISOString(),
    row.kind,
    row.sheet_sha256.toString('hex'),
    row.nonce?.toString('hex') ?? null,
    row.passkey_id,
    row.assertion,
  ]
  return createHmac('sha256', key).update(canonicalJson(fields), 'utf8').digest()
}

export function isApprovalAuthentic(key: KeyObject, row: ApprovalRow): boolean {
  const expected = approvalMac(key, row)
  return row.mac.length === expected.length && timingSafeEqual(row.mac, expected)
}

/** Rows are only added; a second one of the same person violates `approvals_one_of_each`. */
export async function insertApproval(
  trx: Trx,
  key: KeyObject,
  row: Omit<ApprovalRow, 'mac'>,
): Promise<void> {
  const { assertion } = row
  await trx
    .insertInto('approvals')
    .values({
      ...row,
      assertion: assertion === null ? null : JSON.stringify(assertion),
      mac: approvalMac(key, row),
    })
    .execute()
}

/** The approvals of orders or changes, the first one first. */
export const readApprovals = (db: Db, subjectIds: readonly string[]): Promise<ApprovalRow[]> =>
  db
    .selectFrom('approvals')
    .select(approvalColumns)
    .where('subject_id', 'in', [...subjectIds, nobody])
    .orderBy('at')
    .orderBy('user_id')
    .execute()

const nobody = '00000000-0000-0000-0000-000000000000'
