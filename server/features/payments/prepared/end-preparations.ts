import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Ends the sheets `s` that `where` selects: they are prepared no longer, and their approvals close.
 */
async function endWhere(trx: Trx, where: RawBuilder<boolean>, now: Date): Promise<void> {
  await sql`
    UPDATE change_orders SET state = 'undone', ended_at = ${now}
    WHERE state IN ('open', 'waiting')
      AND id IN (SELECT s.change_order_id FROM payday_sheets s WHERE ${where})`.execute(trx)
  await sql`DELETE FROM payday_sheets s WHERE ${where}`.execute(trx)
}

type One = { companyId: string; occurrenceId: string }

/** Ends the preparation of one payday, under the lock of its payroll. */
export const endPreparation = (trx: Trx, { companyId, occurrenceId }: One, now: Date) =>
  endWhere(
    trx,
    sql<boolean>`s.company_id = ${companyId} AND s.occurrence_id = ${occurrenceId}`,
    now,
  )

type All = { companyId: string; payrollId: string }

/** Ends the preparations of all paydays of a payroll, whose dates change or end. */
export const endPreparationsOf = (trx: Trx, { companyId, payrollId }: All, now: Date) =>
  endWhere(trx, sql<boolean>`s.company_id = ${companyId} AND s.payroll_id = ${payrollId}`, now)
