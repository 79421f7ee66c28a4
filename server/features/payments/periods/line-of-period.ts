import { type RawBuilder, sql } from 'kysely'
import { isLineTaken, isOnItsWay } from '#server/features/chain/index.ts'
import { hasPaidDollars } from '../run/unpaid-lines.ts'

/**
 * Selects the payments `p` of a condition as rows `run`; in `counts`, their lines without a bitcoin
 * part stand.
 */
export const selectRuns = (condition: RawBuilder<boolean>) => sql`
  SELECT p.id, p.of_chosen_people, p.period_key,
    (p.stands_in_dollars OR ${isOnItsWay} OR ${hasPaidDollars}) AS counts
  FROM sheets p WHERE ${condition}`

/**
 * Line `l` of row `run` stands: a transaction pays it or still can, or the company pays it by bank.
 * Rejected, failed and cancelled lines do not stand, unless a block holds them after all.
 */
export const isStanding = sql<boolean>`(
  CASE WHEN l.usd_cents > 0 THEN ${isLineTaken('l.id')} ELSE run.counts END
  OR EXISTS (SELECT FROM dollar_payments d WHERE d.line_id = l.id))`

type Text = string | RawBuilder<string>

/** Payment `p` of a payroll pays this period and is no extra run. */
export const isOfPeriod = (companyId: Text, payrollId: Text, key: Text) => sql<boolean>`
  (p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND p.period_key = ${key}
    AND NOT p.extra)`

/**
 * Whether an employee of the outer query has a standing line of a period. Claims cannot answer
 * that: the claims of a rejected run stay until the next run is planned. No column may come from a
 * table named `p`, `l` or `run`.
 */
export function hasLineOfPeriod(
  columns: Record<'companyId' | 'payrollId' | 'key' | 'employeeId', string>,
) {
  const { companyId, payrollId, key, employeeId } = columns
  const isOfIt = isOfPeriod(sql.ref(companyId), sql.ref(payrollId), sql.ref(key))
  return sql<boolean>`EXISTS (
    SELECT FROM (${selectRuns(isOfIt)}) run
    JOIN sheet_lines l ON l.sheet_id = run.id AND l.employee_id = ${sql.ref(employeeId)}
    WHERE ${isStanding})`
}
