import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { isOfPeriod, isStanding } from './line-of-period.ts'

type Owner = { companyId: string; payrollId: string }
type Lines = { paymentId: string; people: readonly string[] }

/**
 * Claims a period for people of a payment that was just planned or reopened, under the payroll's lock.
 * Every line that stands has its claim first, and those of other lines are freed. A claim that remains
 * for one of these people belongs to another line, of which a block may have told after the press was
 * read: the press is refused, and nothing is planned.
 */
export async function claimPeriod(
  trx: Trx,
  owner: Owner,
  periodKey: string,
  lines: Lines,
): Promise<void> {
  await claimStandingLines(trx, owner, periodKey)
  const { companyId, payrollId } = owner
  const { paymentId, people } = lines
  await sql`
    INSERT INTO period_claims (company_id, payroll_id, employee_id, period_key, line_id)
    SELECT ${companyId}, ${payrollId}, employee_id, ${periodKey}, id
    FROM sheet_lines
    WHERE company_id = ${companyId} AND sheet_id = ${paymentId}
      AND employee_id = ANY(${people}::uuid[])
    ORDER BY employee_id
    ON CONFLICT DO NOTHING`.execute(trx)
  // A statement of its own: it sees a claim that a block made meanwhile.
  const { rows: claimed } = await sql<{ id: string; name: string }>`
    SELECT l.employee_id AS id, l.first_name || ' ' || l.last_name AS name
    FROM sheet_lines l JOIN period_claims c ON c.payroll_id = ${payrollId}
      AND c.period_key = ${periodKey} AND c.employee_id = l.employee_id
    WHERE l.company_id = ${companyId} AND l.sheet_id = ${paymentId}
      AND l.employee_id = ANY(${people}::uuid[]) AND c.line_id != l.id
    ORDER BY l.employee_id`.execute(trx)
  if (claimed.length === 0) return
  const names = claimed.slice(0, namedAtMost).map((one) => one.name)
  if (claimed.length > namedAtMost) names.push('…')
  const employees = claimed.map(({ id }) => id)
  throw new Refusal('PERIOD_CLAIMED', { params: { names: names.join(', ') }, data: { employees } })
}

/** Most people whom the refusal names. */
const namedAtMost = 20

async function claimStandingLines(
  trx: Trx,
  { companyId, payrollId }: Owner,
  periodKey: string,
): Promise<void> {
  const isOfIt = isOfPeriod(companyId, payrollId, periodKey)
  await sql`
    DELETE FROM period_claims c USING sheet_lines l, sheets p
    WHERE c.company_id = ${companyId} AND c.payroll_id = ${payrollId} AND c.period_key = ${periodKey}
      AND l.id = c.line_id AND p.id = l.sheet_id AND ${isOfIt} AND NOT ${isStanding}`.execute(trx)
  await sql`
    INSERT INTO period_claims (company_id, payroll_id, employee_id, period_key, line_id)
    SELECT ${companyId}, ${payrollId}, l.employee_id, ${periodKey}, l.id
    FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id
    WHERE ${isOfIt} AND ${isStanding} AND NOT EXISTS (SELECT FROM period_claims c
      WHERE c.payroll_id = ${payrollId} AND c.period_key = ${periodKey}
        AND c.employee_id = l.employee_id)
    -- Of two lines of one person the older one.
    ORDER BY l.id
    ON CONFLICT DO NOTHING`.execute(trx)
}
