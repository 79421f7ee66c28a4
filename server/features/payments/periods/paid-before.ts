import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { isOfPeriod, isStanding } from './line-of-period.ts'

/** Most people who are named as paid for the period before. */
export const paidBeforeAtMost = 100

type Run = { companyId: string; payrollId: string; id: string; periodKey: string }

/**
 * Reads the people whom earlier runs of the same period paid, or still can: this run left them out.
 */
export async function readPaidBefore(db: Db, { companyId, payrollId, id, periodKey }: Run) {
  const { rows } = await sql<{ employeeId: string; name: string }>`
    SELECT DISTINCT ON (l.employee_id) l.employee_id AS "employeeId",
      l.first_name || ' ' || l.last_name AS name
    FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id
    WHERE ${isOfPeriod(companyId, payrollId, periodKey)} AND p.id < ${id} AND ${isStanding} AND NOT EXISTS (
      SELECT FROM sheet_lines own
      WHERE own.sheet_id = ${id} AND own.employee_id = l.employee_id)
    ORDER BY l.employee_id LIMIT ${sql.lit(paidBeforeAtMost)}`.execute(db)
  return rows
}
