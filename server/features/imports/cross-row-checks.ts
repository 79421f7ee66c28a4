import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { readCsvHeader } from '#domain/employee-csv.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'

/**
 * Finds faults that only all rows together show: duplicate identifications, addresses of two
 * people, addresses of the installation's wallet. Adds each to the faults of its row; returns the
 * faults of the file. Window functions instead of self-joins: without statistics for a new file,
 * PostgreSQL would compare every pair of rows.
 */
export async function checkTogether(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId, header }: Import,
): Promise<number> {
  const pairs = await readAcceptedPairs(trx, macKey, companyId)
  const { columns } = readCsvHeader(header)
  await sql`
    WITH keyed AS (
      -- Bytes are quicker to sort than Spanish.
      SELECT line, min(line) OVER (
        PARTITION BY identification_key(identification) COLLATE "C") AS first
      FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND identification_key(identification) IS NOT NULL
    )
    UPDATE import_rows r
    SET faults = coalesce(r.faults, '[]') || jsonb_build_object(
      'column', ${columns.identification ?? null}::integer, 'path', 'identification',
      'text', 'csvIdentificationTwice', 'params', jsonb_build_object('line', k.first::text))
    FROM keyed k
    WHERE k.line > k.first
      AND r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = k.line`.execute(trx)
  await sql`
    WITH counted AS (
      SELECT line, script_pubkey, first_name, last_name, identification,
        count(*) OVER (PARTITION BY script_pubkey) AS rows
      FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND address <> ''
        AND first_name IS NOT NULL AND last_name IS NOT NULL
    ), named AS (
      -- Names cost far more to compare than scripts, and hardly any two rows share a script.
      SELECT line, script_pubkey, person_key(first_name, last_name) AS name, identification
      FROM counted WHERE rows > 1
    ), compared AS (
      SELECT *, min(line) OVER who AS first,
        first_value(name) OVER (who ORDER BY line) AS first_name,
        min(name) OVER who <> max(name) OVER who AS has_others
      FROM named WINDOW who AS (PARTITION BY script_pubkey)
    ), shared AS (
      SELECT * FROM compared WHERE has_others
    ), sharer AS (
      SELECT e.script_pubkey, e.id, person_key(e.first_name, e.last_name) AS name,
        identification_key(e.identification) AS key
      FROM (
        SELECT employee_id AS id FROM ${pairs} a UNION SELECT other_id FROM ${pairs} b
      ) accepted JOIN employees e USING (id)
      WHERE e.company_id = ${companyId} AND e.deleted_at IS NULL
    ), known AS MATERIALIZED (
      SELECT DISTINCT ON (n.line) n.line, n.script_pubkey, n.name, k.id
      FROM shared n JOIN sharer k USING (script_pubkey)
      WHERE CASE WHEN k.key IS NULL OR identification_key(n.identification) IS NULL
        THEN k.name = n.name ELSE k.key = identification_key(n.identification) END
      ORDER BY n.line, k.key = identification_key(n.identification) DESC NULLS LAST, k.id
    ), present AS MATERIALIZED (
      SELECT DISTINCT ON (script_pubkey, id) * FROM known ORDER BY script_pubkey, id, line
    ), refused AS MATERIALIZED (
      SELECT DISTINCT k.line FROM known k JOIN present p USING (script_pubkey)
      WHERE p.line < k.line AND p.id <> k.id AND p.name <> k.name AND NOT EXISTS (
        SELECT FROM ${pairs} a
        WHERE a.script_pubkey = k.script_pubkey
          AND a.employee_id = least(k.id, p.id) AND a.other_id = greatest(k.id, p.id))
    ), others AS (
      SELECT n.line, n.first FROM shared n
      -- A row is right only if it was accepted as sharing with every earlier row at that address.
      WHERE n.name <> n.first_name AND (n.first NOT IN (SELECT line FROM known)
        OR n.line NOT IN (SELECT line FROM known) OR n.line IN (SELECT line FROM refused))
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
      'column', ${columns.cryptoAddress ?? null}::integer, 'path', 'cryptoAddress', 'text', 'addressOfWallet')
    FROM addresses a
    WHERE r.company_id = ${companyId} AND r.import_id = ${id}
      AND a.script_pubkey = r.script_pubkey`.execute(trx)
  const { rows } = await sql<{ count: bigint | null }>`
    SELECT sum(jsonb_array_length(faults))::bigint AS count FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND faults IS NOT NULL`.execute(trx)
  return Number(rows[0]?.count ?? 0n)
}
