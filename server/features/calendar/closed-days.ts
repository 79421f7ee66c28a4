import type { KeyObject } from 'node:crypto'
import type { CompanyDay } from '#domain/schedule/closed-days.ts'
import { writeClosedDays } from '#server/authorization/closed-day-rows.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { fillOccurrences } from './fill-occurrences.ts'

/** Replaces the company's own closed days, and moves its paydays accordingly. */
export async function putClosedDays(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  days: readonly CompanyDay[],
  now: Date,
): Promise<void> {
  await writeClosedDays(trx, macKey, companyId, days)
  const scheduled = await trx
    .selectFrom('schedules')
    .select('payroll_id')
    .where('company_id', '=', companyId)
    .where('ended', '=', false)
    .orderBy('payroll_id')
    .execute()
  for (const { payroll_id: payrollId } of scheduled) {
    await fillOccurrences(trx, macKey, { companyId, payrollId }, now)
  }
}
