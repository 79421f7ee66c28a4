import { type RawBuilder, sql } from 'kysely'

/** Line `l` is paid, or still can be. */
export const isStanding = sql<boolean>`EXISTS (
  SELECT FROM line_states known WHERE known.id = l.id AND known.stands)`

type Text = string | RawBuilder<string>

/** Payment `p` of a payroll pays this period and is no extra run. */
export const isOfPeriod = (companyId: Text, payrollId: Text, key: Text) => sql<boolean>`
  (p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND p.period_key = ${key}
    AND NOT p.extra)`

/**
 * Whether an employee of the outer query has a standing line of a period. Claims cannot answer
 * that: the claims of a rejected run stay until the next run is planned. No column may come from a
 * table named `p` or `l`.
 */
export function hasLineOfPeriod(
  columns: Record<'companyId' | 'payrollId' | 'key' | 'employeeId', string>,
) {
  const { companyId, payrollId, key, employeeId } = columns
  const isOfIt = isOfPeriod(sql.ref(companyId), sql.ref(payrollId), sql.ref(key))
  return sql<boolean>`EXISTS (
    SELECT FROM sheets p
    JOIN line_states l ON l.sheet_id = p.id AND l.employee_id = ${sql.ref(employeeId)} AND l.stands
    WHERE ${isOfIt})`
}
