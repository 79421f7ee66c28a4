import { sql } from 'kysely'
import { readHeader } from '#domain/employee-csv.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'

/**
 * Finds faults that only all rows together show: duplicate identifications, addresses of two
 * people, addresses of the company's payrolls. Adds each to the faults of its row; returns the
 * faults of the file.
 */
export async function checkTogether(trx: Trx, { id, companyId, header }: Import): Promise<number> {
  const { columns } = readHeader(header)
  await sql`
    WITH keyed AS (
      SELECT line, identification_key(identification) AS key FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND identification <> ''
    ), twice AS (
      SELECT key, min(line) AS first FROM keyed GROUP BY key HAVING count(*) > 1
    )
    UPDATE import_rows r
    SET faults = coalesce(r.faults, '[]') || jsonb_build_object(
      'column', ${columns.identification ?? null}::integer, 'path', 'identification',
      'text', 'csvIdentificationTwice', 'params', jsonb_build_object('line', t.first::text))
    FROM twice t JOIN keyed k ON k.key = t.key AND k.line > t.first
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = k.line`.execute(trx)
  await sql`
    WITH named AS (
      SELECT line, script_pubkey, person_key(first_name, last_name) AS name FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND script_pubkey IS NOT NULL
        AND first_name IS NOT NULL AND last_name IS NOT NULL
    ), shared AS (
      SELECT script_pubkey, min(line) AS first FROM named
      GROUP BY script_pubkey HAVING count(*) > 1 AND min(name) <> max(name)
    ), others AS (
      SELECT n.line, s.first FROM shared s
      JOIN named f ON f.line = s.first
      JOIN named n ON n.script_pubkey = s.script_pubkey AND n.name <> f.name
    )
    UPDATE import_rows r
    SET faults = coalesce(r.faults, '[]') || jsonb_build_object(
      'column', ${columns.cryptoAddress ?? null}::integer, 'path', 'cryptoAddress',
      'text', 'csvAddressTwice', 'params', jsonb_build_object('line', o.first::text))
    FROM others o
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = o.line`.execute(trx)
  await sql`
    UPDATE import_rows r
    SET faults = coalesce(r.faults, '[]') || jsonb_build_object(
      'column', ${columns.cryptoAddress ?? null}::integer, 'path', 'cryptoAddress', 'text', 'addressOfPayroll')
    FROM addresses a
    WHERE r.company_id = ${companyId} AND r.import_id = ${id}
      AND a.company_id = r.company_id AND a.script_pubkey = r.script_pubkey`.execute(trx)
  const { rows } = await sql<{ count: bigint | null }>`
    SELECT sum(jsonb_array_length(faults))::bigint AS count FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND faults IS NOT NULL`.execute(trx)
  return Number(rows[0]?.count ?? 0n)
}
