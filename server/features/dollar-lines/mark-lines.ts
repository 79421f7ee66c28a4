import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { DollarLine, DollarLineBody } from '#contract/dollar-lines.ts'
import { markDollarsSentAgain, markDollarsUnsent } from '#server/authorization/dollar-marks.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { byName, type CompanyRun, findLine, onWire, selectLines } from './store.ts'

/**
 * The lines of a run that a body of PATCH changes: the named one, or each that is not yet as it says. Dollars that are
 * marked as paid stay sent.
 */
export async function findLinesToMark(
  db: Db,
  run: CompanyRun,
  lineId: string | null,
  { paid }: DollarLineBody,
): Promise<DollarLine[]> {
  if (lineId !== null) {
    const line = isUuid(lineId) ? await findLine(db, run, lineId) : null
    return line ? [line] : []
  }
  const isPaid = sql`d.paid_at IS NOT NULL`
  const which = paid === false ? isPaid : sql`NOT (${isPaid})`
  const isSent = paid === undefined ? sql`AND d.sent_at IS NOT NULL` : sql``
  const { rows } = await selectLines(run, sql`AND ${which} ${isSent} ${byName}`).execute(db)
  return rows.map(onWire)
}

type Marking = CompanyRun & {
  lines: readonly DollarLine[]
  body: DollarLineBody
  userId: string
  now: Date
}

/**
 * Says of lines that they are paid, not paid after all, or were not sent: then another payment may pay
 * them. The signer notes what is said of dollars that were sent.
 */
export async function markLines(trx: Trx, macKey: KeyObject, marking: Marking): Promise<void> {
  const { companyId, paymentId, lines, body, userId, now } = marking
  const by = { company_id: companyId, marked_by: userId, at: now }
  const dollars = trx
    .updateTable('payouts')
    .where('company_id', '=', companyId)
    .where('method', '=', 'DOLLARS')
    .where(sql<boolean>`line_id = ANY(${lines.map(({ _id }) => _id)}::uuid[])`)
  if (body.sent === false) {
    const sent = lines.filter((line) => line.sent).map(({ _id }) => _id)
    await markDollarsUnsent(trx, macKey, sent, by)
    const unsent = { sent_at: null, sent_by: null, paid_at: null, marked_by: null, reference: '' }
    await dollars.set(unsent).execute()
  } else if (!body.paid) {
    // Dollars whose mark is taken back stay sent.
    await dollars.set({ paid_at: null, marked_by: null, reference: '' }).execute()
  } else {
    await dollars
      .set({
        reference: body.reference,
        marked_by: userId,
        // A second mark may change the reference, but keeps the time of the first.
        paid_at: sql`coalesce(paid_at, ${now})`,
        sent_at: sql`coalesce(sent_at, ${now})`,
        sent_by: sql`coalesce(sent_by, ${userId})`,
      })
      .execute()
  }
  await markDollarsSentAgain(trx, macKey, paymentId, by)
  await notify(trx, 'signatures')
}
