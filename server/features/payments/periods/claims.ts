import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { isOfPeriod, isStanding, selectRuns } from './line-of-period.ts'

type Owner = { companyId: string; payrollId: string }

/**
 * Claims a period for everybody of a payment that was just planned. Claims of lines that nothing
 * pays any more are freed first. The payroll is locked, so a claim that remains belongs to a person
 * who has a line of the period.
 */
export async function claimPeriod(
  trx: Trx,
  { companyId, payrollId }: Owner,
  periodKey: string,
  paymentId: string,
): Promise<void> {
  await sql`
    WITH run AS MATERIALIZED (${selectRuns(isOfPeriod(companyId, payrollId, periodKey))})
    DELETE FROM period_claims c USING payment_lines l, run
    WHERE c.company_id = ${companyId} AND c.payroll_id = ${payrollId} AND c.period_key = ${periodKey}
      AND l.id = c.payment_line_id AND run.id = l.payment_id AND NOT ${isStanding}`.execute(trx)
  await sql`
    INSERT INTO period_claims (company_id, payroll_id, employee_id, period_key, payment_line_id)
    SELECT ${companyId}, ${payrollId}, employee_id, ${periodKey}, id
    FROM payment_lines WHERE company_id = ${companyId} AND payment_id = ${paymentId}`.execute(trx)
}
