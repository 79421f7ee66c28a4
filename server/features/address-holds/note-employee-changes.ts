import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Changing, OwnChanging } from './changing.ts'

/**
 * Writes who made changes. `made` selects `employee_id, payroll_id, kind`; it may run before or
 * after the changes.
 */
export async function noteEmployeeChanges(
  trx: Db,
  { companyId, userId, ip, via, now }: Changing,
  made: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    INSERT INTO employee_changes (company_id, employee_id, payroll_id, kind, at, changed_by, via, ip)
    SELECT ${companyId}, n.employee_id, n.payroll_id, n.kind, ${now}::timestamptz, ${userId}::uuid,
      ${via}, ${ip}
    FROM (${made}) n (employee_id, payroll_id, kind)`.execute(trx)
}

/**
 * Writes who changed shares, the company or the employee. `made` selects `employee_id` and the new
 * `version`.
 */
export async function noteShareChanges(
  trx: Db,
  { companyId, userId, ip, via, now }: Changing | OwnChanging,
  made: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    INSERT INTO employee_changes (company_id, employee_id, kind, at, changed_by, via, ip, version)
    SELECT ${companyId}, n.employee_id, 'SHARE', ${now}::timestamptz, ${userId}::uuid, ${via}, ${ip},
      n.version
    FROM (${made}) n (employee_id, version)`.execute(trx)
}
