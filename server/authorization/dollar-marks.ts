import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { arrayText, type Db, newIds, type Trx } from '../platform/db/database.ts'
import { macOf } from './mac.ts'
import type { CoveredRow } from './registry.ts'

type Mark = CoveredRow<'dollar_marks'>

/** Notes what somebody said of dollars; rows are only added. */
export async function insertDollarMarks(
  trx: Trx,
  macKey: KeyObject,
  marks: readonly Mark[],
): Promise<void> {
  if (marks.length === 0) return
  const rows = marks.map((mark) => ({ ...mark, mac: macOf(macKey, 'dollar_marks', mark) }))
  await trx
    .insertInto('dollar_marks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type By = Pick<Mark, 'company_id' | 'marked_by' | 'at'>

/** Notes that somebody says of the dollars of lines whether they were sent; returns the ids of the marks. */
async function markDollars(
  trx: Trx,
  macKey: KeyObject,
  lineIds: readonly string[],
  said: By & Pick<Mark, 'sent'>,
): Promise<string[]> {
  const ids = await newIds(trx, lineIds.length)
  const marks = lineIds.map((line_id, at) => ({ id: ids[at] ?? '', line_id, ...said }))
  await insertDollarMarks(trx, macKey, marks)
  return ids
}

/** Notes that somebody says that the dollars of lines were not sent. */
export const markDollarsUnsent = (
  trx: Trx,
  macKey: KeyObject,
  lineIds: readonly string[],
  by: By,
): Promise<string[]> => markDollars(trx, macKey, lineIds, { ...by, sent: false })

/**
 * Notes the lines of a payment whose dollars are sent although somebody had said that they were not;
 * returns the ids of the marks.
 */
export async function markDollarsSentAgain(
  trx: Trx,
  macKey: KeyObject,
  paymentId: string,
  by: By,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.line_id AS id FROM payouts d
    WHERE d.sheet_id = ${paymentId} AND d.company_id = ${by.company_id} AND d.sent_at IS NOT NULL AND NOT (
      SELECT m.sent FROM dollar_marks m WHERE m.line_id = d.line_id ORDER BY m.id DESC LIMIT 1)
    ORDER BY d.line_id`.execute(trx)
  const lineIds = rows.map(({ id }) => id)
  return markDollars(trx, macKey, lineIds, { ...by, sent: true })
}

/** Whether the signer has noted all of these marks. */
export async function areMarksNoted(db: Db, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ noted: bigint }>`
    SELECT count(*) AS noted FROM noted_dollars WHERE id = ANY(${arrayText([...ids])}::uuid[])`.execute(
    db,
  )
  return rows[0]?.noted === BigInt(ids.length)
}
