import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { readCsvHeader } from '#domain/employee-csv.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { keptWhereUnsaid, saidOnesDiffer } from './match.ts'
import type { Import } from './store.ts'

/**
 * Thrown where a person changed between the check of a file and its saving: the file is checked
 * again.
 */
export class PeopleChanged extends Error {
  constructor() {
    super('The people of the company changed while a file was saved')
    this.name = 'PeopleChanged'
  }
}

/**
 * The people whom each row may be: by identification, else by full name where the row or the person
 * has no identification. Each row comes once, with the number of such people (`people`), the first
 * of them (`id`), and another row that may be the same person (`other_line`). Both sides are
 * grouped before the join, because thousands of rows and people may share a name. NOT IN is hashed;
 * NOT EXISTS would compare every pair, since the planner takes new rows for very few.
 */
const candidates = ({ id, companyId }: Import) => sql`
  WITH file AS MATERIALIZED (
    SELECT line, identification_key(nullif(identification, '')) AS key,
      person_key(first_name, last_name) AS name
    FROM import_rows WHERE company_id = ${companyId} AND import_id = ${id}
  ), present AS MATERIALIZED (
    SELECT id, creation_type = 'CSV' AS is_csv,
      identification_key(nullif(identification, '')) AS key,
      person_key(first_name, last_name) AS name
    FROM employees WHERE company_id = ${companyId} AND deleted_at IS NULL
  ), keys AS MATERIALIZED (
    SELECT key, count(*) AS people, bool_or(is_csv) AS is_csv, (array_agg(id ORDER BY id))[1] AS id
    FROM present WHERE key IS NOT NULL GROUP BY key
  ), named AS MATERIALIZED (
    SELECT f.line, f.name, f.key IS NOT NULL AS has_key FROM file f
    WHERE f.key IS NULL OR f.key NOT IN (SELECT key FROM keys)
  ), twins AS MATERIALIZED (
    SELECT name, (array_agg(line ORDER BY line))[1:2] AS lines,
      (array_agg(line ORDER BY line) FILTER (WHERE NOT has_key))[1:2] AS keyless
    FROM named GROUP BY name
  ), names AS MATERIALIZED (
    SELECT name, count(*) AS people, bool_or(is_csv) AS is_csv,
      (array_agg(id ORDER BY id))[1] AS id, count(*) FILTER (WHERE key IS NULL) AS keyless,
      bool_or(is_csv) FILTER (WHERE key IS NULL) AS keyless_is_csv,
      (array_agg(id ORDER BY id) FILTER (WHERE key IS NULL))[1] AS keyless_id
    FROM present
    WHERE key IS NULL OR key NOT IN (SELECT key FROM file WHERE key IS NOT NULL)
    GROUP BY name
  ), by_row AS MATERIALIZED (
    SELECT f.line, true AS by_key, k.people, k.is_csv, k.id, NULL::integer AS other_line
    FROM file f JOIN keys k ON k.key = f.key
    UNION ALL
    SELECT line, false, people, is_csv, id,
      CASE WHEN rivals[1] <> line THEN rivals[1] ELSE rivals[2] END
    FROM (
      SELECT r.line, CASE WHEN r.has_key THEN n.keyless ELSE n.people END AS people,
        CASE WHEN r.has_key THEN n.keyless_is_csv ELSE n.is_csv END AS is_csv,
        CASE WHEN r.has_key THEN n.keyless_id ELSE n.id END AS id,
        CASE WHEN n.keyless > 0 THEN t.lines ELSE t.keyless END AS rivals
      FROM named r JOIN names n ON n.name = r.name JOIN twins t ON t.name = r.name
    ) r WHERE people > 0
  )`

/**
 * Finds the person of the company for each row. A row has a fault if its person is a CSV employee,
 * if several people match, or if another row matches the same person.
 */
export async function matchPeople(trx: Trx, job: Import): Promise<void> {
  const { id, companyId } = job
  const { columns } = readCsvHeader(job.header)
  await sql`
    UPDATE import_rows SET matched_id = NULL
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NOT NULL`.execute(trx)
  await sql`${candidates(job)}
    UPDATE import_rows r
    SET matched_id = found.id,
      faults = CASE WHEN fault IS NULL THEN r.faults ELSE coalesce(r.faults, '[]') || fault END
    FROM (
      SELECT b.line, b.id,
        CASE WHEN b.people > 1 OR b.other_line IS NOT NULL OR b.is_csv THEN jsonb_build_object(
          'column', CASE WHEN b.by_key THEN ${columns.identification ?? null}::integer
            ELSE ${columns.firstName ?? null}::integer END,
          'path', CASE WHEN b.by_key THEN 'identification' ELSE 'firstName' END,
          'text', CASE WHEN b.people > 1 THEN 'csvSeveralPeople'
            WHEN b.is_csv THEN 'csvPersonOfList' ELSE 'csvNameTwice' END,
          'params', jsonb_build_object('payroll', coalesce(p.name, ''),
            'line', coalesce(b.other_line::text, ''))) END AS fault
      FROM by_row b
      LEFT JOIN payroll_members m ON b.is_csv AND m.employee_id = b.id
        AND m.company_id = ${companyId}
      LEFT JOIN payrolls p ON p.id = m.payroll_id AND p.company_id = ${companyId}
    ) found
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = found.line`.execute(trx)
}

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

/**
 * Locks the people of the rows until the SQL transaction ends, and finds whether anything about
 * them changes. An empty cell or a missing column keeps the known value. Throws where a row no
 * longer matches its person.
 */
export async function holdMatched(trx: Trx, job: Import): Promise<void> {
  const { id, companyId } = job
  // Locked in the order of ids, like everywhere else, so that nobody deadlocks.
  await sql`
    SELECT FROM employees e
    WHERE e.company_id = ${companyId} AND e.id IN (SELECT matched_id FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id})
    ORDER BY e.id FOR NO KEY UPDATE`.execute(trx)
  const { rows: differing } = await sql`${candidates(job)}
    SELECT r.line FROM import_rows r LEFT JOIN by_row b ON b.line = r.line
    WHERE r.company_id = ${companyId} AND r.import_id = ${id}
      AND (r.matched_id IS DISTINCT FROM b.id OR b.people > 1 OR b.is_csv
        OR b.other_line IS NOT NULL)
    LIMIT 1`.execute(trx)
  if (differing.length > 0) throw new PeopleChanged()
  await sql`
    UPDATE import_rows r
    SET identification = e.identification, email = e.email, phone = e.phone,
      bank = e.bank, bank_account = e.bank_account, ${keptWhereUnsaid},
      changed = (p.first_name, p.last_name, e.identification, e.email, e.phone,
          p.base_salary_usd_cents, e.bank, e.bank_account)
        IS DISTINCT FROM (r.first_name, r.last_name, p.identification, p.email, p.phone,
          r.base_salary_usd_cents, p.bank, p.bank_account)
        OR ${saidOnesDiffer}
    FROM import_rows f JOIN employees p ON p.id = f.matched_id AND p.company_id = f.company_id
    CROSS JOIN LATERAL (SELECT coalesce(nullif(f.identification, ''), p.identification)
        AS identification, coalesce(nullif(f.email, ''), p.email) AS email,
      coalesce(nullif(f.phone, ''), p.phone) AS phone,
      coalesce(nullif(f.bank, ''), p.bank) AS bank,
      coalesce(nullif(f.bank_account, ''), p.bank_account) AS bank_account) e
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND f.company_id = ${companyId}
      AND f.import_id = ${id} AND f.line = r.line`.execute(trx)
}
