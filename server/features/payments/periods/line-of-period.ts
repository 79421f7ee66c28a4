import { type RawBuilder, sql } from 'kysely'
import { isLineTaken } from '#server/features/chain/index.ts'
import { isOnItsWay } from '../run/on-its-way.ts'
import { hasPaidDollars } from '../run/unpaid-lines.ts'

/** Payments `p` of a condition as rows `run`; `counts`: their lines without a bitcoin part stand. */
export const selectRuns = (condition: RawBuilder<boolean>) => sql`
  SELECT p.id, p.of_chosen_people, p.period_key,
    (p.total_sats = 0 OR ${isOnItsWay} OR ${hasPaidDollars}) AS counts
  FROM payments p WHERE ${condition}`

/**
 * Line `l` of row `run` stands: something pays it or still can, or the company does by its bank. Rejected,
 * failed and cancelled lines stand no more, and stand again when a block holds them after all.
 */
export const isStanding = sql<boolean>`(
  CASE WHEN l.usd_cents > 0 THEN ${isLineTaken('l.id')} ELSE run.counts END
  OR EXISTS (SELECT FROM dollar_payments d WHERE d.payment_line_id = l.id))`

type Text = string | RawBuilder<string>

/** Payment `p` of a payroll pays this period, and not once more on purpose. */
export const isOfPeriod = (companyId: Text, payrollId: Text, key: Text) => sql<boolean>`
  (p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND p.period_key = ${key}
    AND NOT p.extra)`

/**
 * An employee of the query around it has a line of a period that stands. Claims do not say it: those of a rejected
 * run stay until the next one is planned. No column may be of a table `p`, `l` or `run`.
 */
export function hasLineOfPeriod(
  columns: Record<'companyId' | 'payrollId' | 'key' | 'employeeId', string>,
) {
  const { companyId, payrollId, key, employeeId } = columns
  const isOfIt = isOfPeriod(sql.ref(companyId), sql.ref(payrollId), sql.ref(key))
  return sql<boolean>`EXISTS (
    SELECT FROM (${selectRuns(isOfIt)}) run
    JOIN payment_lines l ON l.payment_id = run.id AND l.employee_id = ${sql.ref(employeeId)}
    WHERE ${isStanding})`
}
