import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Claims the periods of the lines that the block at `height` pays, where nobody has claimed them. A run
 * that was cancelled or given up loses its claims to the next plan of the period, and may be mined after
 * all.
 */
export async function claimPaidPeriods(trx: Trx, height: number): Promise<void> {
  await sql`
    INSERT INTO period_claims (company_id, payroll_id, employee_id, period_key, line_id)
    SELECT p.company_id, p.payroll_id, l.employee_id, p.period_key, l.id
    FROM transactions t JOIN transaction_outputs paid ON paid.transaction_id = t.id
    JOIN sheet_lines l ON l.id = paid.line_id
    JOIN sheets p ON p.id = l.sheet_id
    WHERE t.height = ${height} AND t.type != 'receive' AND p.period_key IS NOT NULL AND NOT p.extra
      AND NOT EXISTS (SELECT FROM period_claims c WHERE c.payroll_id = p.payroll_id
        AND c.period_key = p.period_key AND c.employee_id = l.employee_id)
    -- In the order of a press, so that the two never deadlock.
    ORDER BY p.payroll_id, p.period_key, l.employee_id
    -- A press may be claiming the same at this moment.
    ON CONFLICT DO NOTHING`.execute(trx)
}
