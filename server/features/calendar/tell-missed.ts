import type { OccurrenceReason } from '#contract/calendar.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { claimNotices, toMailedPayday } from './notices.ts'
import type { OccurrenceRow } from './rows.ts'

/**
 * Tells every administrator why a payday was not paid, and keeps the reason: once, for any number
 * of workers. `reason` null: nothing prevented it. Returns false where they were told before.
 */
export async function tellMissed(
  trx: Trx,
  deps: NotifyDeps,
  row: OccurrenceRow,
  reason: OccurrenceReason | null,
  now: Date,
): Promise<boolean> {
  if (!(await claimNotices(trx, row, ['MISSED'], now)).has('MISSED')) return false
  const { companyId, id, mode, people } = row
  await trx
    .updateTable('occurrences')
    .set({ missed_at: now, missed_reason: reason })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  const kind = people === 0 ? ('NO_PEOPLE' as const) : (reason ?? ('NOBODY' as const))
  const params = { ...toMailedPayday(row, deps.config.publicUrl), mode, kind }
  const content = { template: 'paydayMissed', params } as const
  await notifyCompanies(trx, deps, [{ companyId, content }])
  return true
}
