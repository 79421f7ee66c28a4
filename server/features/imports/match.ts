import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'

/**
 * Finds who of the people present each row is: by identification, else by a full name that stands
 * once in the file and once among them. Notes whether anything about them changes.
 */
export async function matchRows(
  trx: Trx,
  { id, companyId }: Import,
  payrollId: string,
): Promise<void> {
  await sql`
    WITH present AS (
      SELECT e.id, identification_key(nullif(e.identification, '')) AS key,
        person_key(e.first_name, e.last_name) AS name
      FROM payroll_employees m JOIN employees e ON e.id = m.employee_id
      WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND e.deleted_at IS NULL
    ), file AS (
      SELECT line, identification_key(nullif(identification, '')) AS key,
        person_key(first_name, last_name) AS name
      FROM import_rows WHERE company_id = ${companyId} AND import_id = ${id}
    ), by_key AS (
      SELECT DISTINCT ON (f.line) f.line, p.id FROM file f JOIN present p ON p.key = f.key
      ORDER BY f.line, p.id
    ), by_name AS (
      SELECT f.line, p.id
      FROM (SELECT name, min(line) AS line FROM file GROUP BY name HAVING count(*) = 1) f
      JOIN (SELECT name, (array_agg(id))[1] AS id FROM present GROUP BY name HAVING count(*) = 1) p
        ON p.name = f.name
      WHERE NOT EXISTS (SELECT FROM by_key k WHERE k.line = f.line)
        AND NOT EXISTS (SELECT FROM by_key k WHERE k.id = p.id)
    )
    UPDATE import_rows r
    SET matched_id = e.id,
      changed = (e.first_name, e.last_name, e.identification, e.email, e.phone,
          e.base_salary_usd_cents, e.address)
        IS DISTINCT FROM (r.first_name, r.last_name, r.identification, r.email, r.phone,
          r.base_salary_usd_cents, r.address)
    FROM (SELECT * FROM by_key UNION ALL SELECT * FROM by_name) found
    JOIN employees e ON e.id = found.id
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = found.line`.execute(trx)
}
