import { sql } from 'kysely'
import {
  type KnownPerson,
  type ListedPerson,
  type Match,
  matchPeople,
} from '#domain/match-people.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'
import { targetOfImport } from './target.ts'

export type Matches = {
  /** The rows that may be somebody who is known, by their lines. */
  of: ReadonlyMap<number, Match>
  /** The known people who are on a CSV list. */
  isCsv: ReadonlySet<string>
}

const known = (job: Import) => sql`
  SELECT e.id, identification_key(e.identification) AS document,
    person_key(e.first_name, e.last_name) AS name, e.address, lower(e.email) AS email, e.phone,
    e.base_salary_usd_cents AS "usdCents", e.creation_type = 'CSV' AS "isCsv"
  ${targetOfImport(job).peopleOf(job)}`

const listed = ({ id, companyId }: Import) => sql`
  SELECT line, identification_key(identification) AS document,
    person_key(first_name, last_name) AS name, coalesce(address, '') AS address,
    coalesce(lower(email), '') AS email, coalesce(phone, '') AS phone,
    base_salary_usd_cents AS "usdCents", decision AS answer, decided_about AS about
  FROM import_rows WHERE company_id = ${companyId} AND import_id = ${id}
    AND first_name IS NOT NULL AND last_name IS NOT NULL`

type Read = (KnownPerson & { isCsv: boolean }) | (ListedPerson & { id: null })

/**
 * Reads the people and the rows who have a document or a name in common with the other side: nobody
 * else can match. One statement, because names take long to compare.
 */
async function readSides(trx: Trx, job: Import): Promise<Read[]> {
  const traits = sql`document, name, address, email, phone, "usdCents"`
  const isAlike = (side: 'known' | 'listed') => sql`
    document IN (SELECT document FROM ${sql.ref(side)} WHERE document IS NOT NULL)
    OR name IN (SELECT name FROM ${sql.ref(side)})`
  const { rows } = await sql<Read>`
    WITH known AS MATERIALIZED (${known(job)}), listed AS MATERIALIZED (${listed(job)})
    SELECT id, NULL::integer AS line, ${traits}, "isCsv", NULL AS answer, NULL::uuid AS about
    FROM known WHERE ${isAlike('listed')}
    UNION ALL
    SELECT NULL, line, ${traits}, NULL, answer, about FROM listed WHERE ${isAlike('known')}
    -- The newest person first, which is the order of the file that brought them.
    ORDER BY line, id DESC`.execute(trx)
  return rows
}

/** Finds whose each row of a file is, by the one rule of domain/match-people.ts. */
export async function findMatches(trx: Trx, job: Import): Promise<Matches> {
  // A new payroll has nobody yet.
  if (targetOfImport(job).isWhole && job.payrollId === null)
    return { of: new Map(), isCsv: new Set() }
  const sides = await readSides(trx, job)
  const people = sides.filter((one) => one.id !== null)
  const rows = sides.filter((one) => one.id === null)
  const isCsv = new Set(people.filter((person) => person.isCsv).map(({ id }) => id))
  return { of: matchPeople(people, rows), isCsv }
}

/** Writes the person of each row; returns how many rows had another one, or none, before. */
export async function saveMatches(trx: Trx, job: Import, matches: Matches): Promise<number> {
  const { id, companyId } = job
  const found = [...matches.of].flatMap(([line, match]) =>
    match.kind === 'same' ? [{ line, id: match.id }] : [],
  )
  const { numAffectedRows } = await sql`
    WITH found AS MATERIALIZED (
      SELECT * FROM unnest(${found.map((one) => one.line)}::integer[],
        ${found.map((one) => one.id)}::uuid[]) AS f (line, id))
    UPDATE import_rows r SET matched_id = f.id
    FROM import_rows o LEFT JOIN found f ON f.line = o.line
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND o.company_id = ${companyId}
      AND o.import_id = ${id} AND r.line = o.line
      AND r.matched_id IS DISTINCT FROM f.id`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
