import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'

/**
 * Keeps values of the person `p` that row `r` leaves out: share, hire date and frequency, and the
 * address of a person who is paid nothing in bitcoin. Only another address changes an address.
 */
export const keptWhereUnsaid = sql`
  hired_on = coalesce(r.hired_on, p.hired_on),
  pay_frequency = coalesce(r.pay_frequency, p.pay_frequency),
  bitcoin_percent = coalesce(r.bitcoin_percent, p.bitcoin_percent),
  address = CASE WHEN r.address = '' THEN p.address ELSE r.address END,
  script_pubkey = CASE WHEN r.address = '' THEN p.script_pubkey ELSE r.script_pubkey END`

/** Compares the row's values before the missing ones are filled in. */
export const saidOnesDiffer = sql`(
  (coalesce(r.hired_on, p.hired_on), coalesce(r.pay_frequency, p.pay_frequency))
    IS DISTINCT FROM (p.hired_on, p.pay_frequency)
  OR coalesce(r.bitcoin_percent, p.bitcoin_percent) <> p.bitcoin_percent
  OR (r.address <> '' AND r.address <> p.address))`

/**
 * Finds the person for each row: by identification, else by a full name that stands once in the
 * file and once among the people. Notes whether anything about the person changes.
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
      FROM payroll_members m JOIN employees e ON e.id = m.employee_id
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
    SET matched_id = p.id, ${keptWhereUnsaid},
      bank = coalesce(r.bank, p.bank), bank_account = coalesce(r.bank_account, p.bank_account),
      changed = (p.first_name, p.last_name, p.identification, p.email, p.phone,
          p.base_salary_usd_cents, p.bank, p.bank_account)
        IS DISTINCT FROM (r.first_name, r.last_name, r.identification, r.email, r.phone,
          r.base_salary_usd_cents, coalesce(r.bank, p.bank), coalesce(r.bank_account, p.bank_account))
        OR ${saidOnesDiffer}
    FROM (SELECT * FROM by_key UNION ALL SELECT * FROM by_name) found
    JOIN employees p ON p.id = found.id
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = found.line`.execute(trx)
}
