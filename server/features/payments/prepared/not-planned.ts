import { sql } from 'kysely'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'

/** The payday that a press is for, whose own preparation does not count beside it; nulls: it is for none. */
export type OwnPayday = { payrollId: string | null; periodKey: string | null }

/**
 * Selects the prepared paydays `s` of a company that can still be paid and are not planned yet: they are
 * ordered, and count as such.
 */
export const selectNotPlanned = (
  companyId: string,
  now: Date,
  { payrollId, periodKey }: OwnPayday,
) =>
  sql`
  SELECT s.* FROM payday_sheets s LEFT JOIN change_orders c ON c.id = s.change_order_id
  WHERE s.company_id = ${companyId} AND s.due_at > ${new Date(now.getTime() - occurrenceWindowMs)}
    AND (s.payroll_id, s.period_key) IS DISTINCT FROM (${payrollId}::uuid, ${periodKey}::text)
    AND (c.id IS NULL OR (c.state IN ('open', 'waiting') AND c.expires_at > ${now}))
    AND NOT EXISTS (
      SELECT FROM sheets p JOIN sheet_states known ON known.id = p.id
      WHERE p.payroll_id = s.payroll_id AND p.period_key = s.period_key AND NOT p.extra
        AND p.created_at >= s.prepared_at AND known.counts_for_period)`
