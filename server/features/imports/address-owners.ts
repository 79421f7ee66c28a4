import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { readCsvHeader } from '#domain/employee-csv.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'

/**
 * Adds faults for addresses of people who are in no row, under another name, unless the pair was
 * accepted as sharing. People are counted instead of paired: thousands may have one address.
 */
export async function checkAddressesOfOthers(
  trx: Trx,
  macKey: KeyObject,
  job: Import,
): Promise<void> {
  const { id, companyId } = job
  const pairs = await readAcceptedPairs(trx, macKey, companyId)
  const { columns } = readCsvHeader(job.header)
  await sql`
    WITH file AS MATERIALIZED (
      SELECT line, script_pubkey, matched_id, person_key(first_name, last_name) AS name
      FROM import_rows WHERE company_id = ${companyId} AND import_id = ${id}
    ), others AS MATERIALIZED (
      SELECT id, script_pubkey, person_key(first_name, last_name) AS name,
        first_name || ' ' || last_name AS said
      FROM employees WHERE company_id = ${companyId} AND deleted_at IS NULL
        AND address <> '' AND script_pubkey IN (SELECT script_pubkey FROM file)
        AND id NOT IN (SELECT matched_id FROM file WHERE matched_id IS NOT NULL)
    ), holders AS (
      SELECT script_pubkey, count(*) AS people, (array_agg(name ORDER BY name))[1] AS first,
        (array_agg(said ORDER BY name))[1] AS first_said,
        (array_agg(said ORDER BY name DESC))[1] AS last_said
      FROM others GROUP BY script_pubkey
    ), namesakes AS (
      SELECT script_pubkey, name, count(*) AS people FROM others GROUP BY script_pubkey, name
    ), accepted AS (
      SELECT f.line, count(*) AS people
      FROM file f JOIN ${pairs} a ON a.script_pubkey = f.script_pubkey AND f.matched_id IN (a.employee_id, a.other_id)
      JOIN others o ON o.id <> f.matched_id AND o.id IN (a.employee_id, a.other_id)
      WHERE o.name <> f.name GROUP BY f.line
    )
    UPDATE import_rows r
    SET faults = coalesce(r.faults, '[]') || jsonb_build_object(
      'column', ${columns.cryptoAddress ?? null}::integer, 'path', 'cryptoAddress',
      'text', 'csvAddressOfPerson', 'params', jsonb_build_object(
        'name', CASE WHEN h.first = f.name THEN h.last_said ELSE h.first_said END))
    FROM file f JOIN holders h ON h.script_pubkey = f.script_pubkey
    LEFT JOIN namesakes n ON n.script_pubkey = f.script_pubkey AND n.name = f.name
    LEFT JOIN accepted a ON a.line = f.line
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = f.line
      AND h.people - coalesce(n.people, 0) > coalesce(a.people, 0)`.execute(trx)
}
