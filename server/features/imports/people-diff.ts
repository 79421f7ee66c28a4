import { sql } from 'kysely'
import type { ListDiff } from '#contract/imports.ts'
import { usdNumber } from '#domain/money.ts'
import type { Trx } from '#server/platform/db/database.ts'
import {
  banksDiffer,
  cents,
  fieldChanges,
  joinChangedRows,
  listedPeople,
  listWarnings,
} from './diff.ts'
import { namedDiffer, namesOfDiffering } from './field-columns.ts'
import type { Import, StoredDiff } from './store.ts'

/** Reads the changes of a matched file to the people who are kept by hand. */
export async function readPeopleDiff(trx: Trx, job: Import): Promise<StoredDiff> {
  const { comes, notInFile, ...counts } = await countRows(trx, job)
  return {
    added: Number(counts.added),
    removed: 0,
    addedUsd: usdNumber(comes),
    addedPeople: counts.added > 0n ? await addedPeople(trx, job) : [],
    notInFile: Number(notInFile),
    unchanged: Number(counts.stay - counts.changed),
    changed: Number(counts.changed),
    ...(await fieldChanges(trx, job, counts)),
    otherChanges: counts.others > 0n ? await otherChanges(trx, job) : [],
    otherChangeCount: Number(counts.others),
    ...(await listWarnings(trx, job, namesakes(job))),
  }
}

type Counts = Record<
  'added' | 'stay' | 'changed' | 'salaries' | 'addresses' | 'shares' | 'banks' | 'others',
  bigint
>

async function countRows(
  trx: Trx,
  job: Import,
): Promise<Counts & { comes: bigint; notInFile: bigint }> {
  const { rows } = await sql<Counts & { comes: bigint; notInFile: bigint }>`
    SELECT file.*, present.people - file.stay AS "notInFile"
    FROM (
      SELECT count(*) FILTER (WHERE r.matched_id IS NULL) AS added,
        count(r.matched_id) AS stay,
        count(*) FILTER (WHERE r.changed) AS changed,
        count(*) FILTER (WHERE r.base_salary_usd_cents <> e.base_salary_usd_cents) AS salaries,
        count(*) FILTER (WHERE r.address <> e.address) AS addresses,
        count(*) FILTER (WHERE r.bitcoin_percent <> e.bitcoin_percent) AS shares,
        count(*) FILTER (WHERE e.id IS NOT NULL AND ${banksDiffer}) AS banks,
        count(*) FILTER (WHERE e.id IS NOT NULL AND ${namedDiffer}) AS others,
        ${cents(sql`r.base_salary_usd_cents`, sql`r.matched_id IS NULL`)} AS comes
      FROM import_rows r LEFT JOIN employees e ON e.id = r.matched_id AND r.changed
      WHERE r.company_id = ${job.companyId} AND r.import_id = ${job.id}
    ) file, (
      SELECT count(*) AS people FROM employees
      WHERE company_id = ${job.companyId} AND creation_type = 'REGULAR' AND deleted_at IS NULL
    ) present`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without groups has one row')
  return counts
}

async function addedPeople(trx: Trx, { id, companyId }: Import) {
  const { rows } = await sql<{ name: string; cents: bigint; cryptoAddress: string }>`
    SELECT first_name || ' ' || last_name AS name, base_salary_usd_cents AS cents,
      address AS "cryptoAddress"
    FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
    ORDER BY line LIMIT ${listedPeople}`.execute(trx)
  return rows.map(({ cents: usdCents, ...person }) => ({ ...person, usd: usdNumber(usdCents) }))
}

/** Changed fields that the diff names without their values, by their names on the wire. */
async function otherChanges(trx: Trx, job: Import): Promise<NonNullable<ListDiff['otherChanges']>> {
  type Change = NonNullable<ListDiff['otherChanges']>[number]
  const { rows } = await sql<Change>`
    SELECT r.first_name || ' ' || r.last_name AS name, ${namesOfDiffering} AS fields
    ${joinChangedRows(job)} AND ${namedDiffer}
    ORDER BY r.line LIMIT ${listedPeople}`.execute(trx)
  return rows
}

/** New people with the name of a person whose identification is another. */
const namesakes = ({ id, companyId }: Import) => sql`
  SELECT line, 'csvSameNameOtherId' FROM import_rows
  WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
    AND person_key(first_name, last_name) IN (
      SELECT person_key(first_name, last_name) FROM employees
      WHERE company_id = ${companyId} AND deleted_at IS NULL)`
