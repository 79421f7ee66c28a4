import { sql } from 'kysely'
import type { ReminderKind } from '#domain/occurrence-state.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { OccurrenceRow } from './rows.ts'

type NoticeKind = ReminderKind | 'HELD' | 'MISSED'

/**
 * Claims the kinds of notice that nobody has claimed for this day; a second worker waits here for
 * the first.
 */
export async function claimNotices(
  trx: Trx,
  { id, companyId, timeZone, dueAt }: OccurrenceRow,
  kinds: readonly NoticeKind[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ kind: string }>`
    INSERT INTO occurrence_notices (occurrence_id, company_id, kind, due_on, at)
    SELECT ${id}, ${companyId}, kind, ${dayIn(timeZone, dueAt)}, ${now}
    FROM unnest(${[...kinds]}::text[]) AS kind ON CONFLICT DO NOTHING RETURNING kind`.execute(trx)
  return new Set(rows.map(({ kind }) => kind))
}

/** A payday in the form that mails use. */
export const toMailedPayday = (row: OccurrenceRow, publicUrl: string) => ({
  occurrence: row.kind,
  payroll: row.payroll,
  dueAt: row.dueAt,
  timeZone: row.timeZone,
  people: row.people,
  usdCents: row.totalUsdCents,
  url: `${publicUrl}/payrolls/details/${row.payrollId}`,
})
