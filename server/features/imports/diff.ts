import { type RawBuilder, sql } from 'kysely'
import type { ListDiff } from '#contract/imports.ts'
import { usdNumber } from '#domain/money.ts'
import { printedText } from '#domain/printed-letters.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import, StoredDiff } from './store.ts'

const listedChanges = 5_000
export const listedPeople = 100
const listedWarnings = 100

/** Reads the changes that a matched file makes; a new payroll has nobody yet. */
export async function readDiff(trx: Trx, job: Import): Promise<StoredDiff> {
  const { from, to, comes, goes, ...counts } = await countRows(trx, job)
  const isMade = job.payrollId === null
  return {
    added: Number(counts.added),
    removed: Number(counts.removed),
    totalUsd: { from: usdNumber(from), to: usdNumber(to) },
    addedUsd: usdNumber(comes),
    addedPeople: counts.added > 0n && !isMade ? await addedPeople(trx, job) : [],
    removedUsd: usdNumber(goes),
    removedPeople: counts.removed > 0n ? await removedPeople(trx, job) : [],
    unchanged: Number(counts.unchanged),
    changed: Number(counts.changed),
    ...(await fieldChanges(trx, job, counts)),
    ...(await listWarnings(trx, job, elsewhere(job))),
  }
}

type Counts = Record<
  'added' | 'removed' | 'unchanged' | 'changed' | 'salaries' | 'addresses' | 'shares' | 'banks',
  bigint
>
/** Sums in cents: the list before and after, and the people who come and go. */
type Sums = Record<'from' | 'to' | 'comes' | 'goes', bigint>

/** Counts everything in one reading of the rows; an unchanged person has the row's salary. */
async function countRows(trx: Trx, job: Import): Promise<Counts & Sums> {
  const { rows } = await sql<Counts & Sums>`
    SELECT file.added, present.people - file.stay AS removed, file.stay - file.changed AS unchanged,
      file.changed, file.salaries, file.addresses, file.shares, file.banks, present.cents AS "from", file.cents AS "to",
      file.comes, present.cents - file.stay_cents AS goes
    FROM (
      SELECT count(*) FILTER (WHERE r.matched_id IS NULL) AS added,
        count(r.matched_id) AS stay,
        count(*) FILTER (WHERE r.changed) AS changed,
        count(*) FILTER (WHERE r.base_salary_usd_cents <> e.base_salary_usd_cents) AS salaries,
        count(*) FILTER (WHERE r.address <> e.address) AS addresses,
        count(*) FILTER (WHERE r.bitcoin_percent <> e.bitcoin_percent) AS shares,
        count(*) FILTER (WHERE e.id IS NOT NULL AND ${banksDiffer}) AS banks,
        ${cents(sql`r.base_salary_usd_cents`)} AS cents,
        ${cents(sql`r.base_salary_usd_cents`, sql`r.matched_id IS NULL`)} AS comes,
        ${cents(
          sql`coalesce(e.base_salary_usd_cents, r.base_salary_usd_cents)`,
          sql`r.matched_id IS NOT NULL`,
        )} AS stay_cents
      FROM import_rows r LEFT JOIN employees e ON e.id = r.matched_id AND r.changed
      WHERE r.company_id = ${job.companyId} AND r.import_id = ${job.id}
    ) file, (
      SELECT count(*) AS people, ${cents(sql`e.base_salary_usd_cents`)} AS cents ${present(job)}
    ) present`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without groups has one row')
  return counts
}

/** A sum of cents as bigint, because PostgreSQL's sum of bigint is numeric. */
export const cents = (of: RawBuilder<unknown>, where: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(sum(${of}) FILTER (WHERE ${where}), 0)::bigint`

const present = ({ companyId, payrollId }: Import) => sql`
  FROM payroll_members m JOIN employees e ON e.id = m.employee_id
  WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND e.deleted_at IS NULL`

type Person = { name: string; cents: bigint }
const toPeople = (rows: Person[]) =>
  rows.map(({ name, cents }) => ({ name, usd: usdNumber(cents) }))

async function addedPeople(trx: Trx, { id, companyId }: Import) {
  const { rows } = await sql<Person>`
    SELECT first_name || ' ' || last_name AS name, base_salary_usd_cents AS cents FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
    ORDER BY line LIMIT ${listedPeople}`.execute(trx)
  return toPeople(rows)
}

async function removedPeople(trx: Trx, job: Import) {
  const { rows } = await sql<Person>`
    SELECT e.first_name || ' ' || e.last_name AS name, e.base_salary_usd_cents AS cents
    ${present(job)} AND NOT EXISTS (
      SELECT FROM import_rows r
      WHERE r.company_id = ${job.companyId} AND r.import_id = ${job.id} AND r.matched_id = e.id)
    ORDER BY plain_text(e.first_name), plain_text(e.last_name), e.id
    LIMIT ${listedPeople}`.execute(trx)
  return toPeople(rows)
}

/**
 * Changed salaries, addresses, shares and accounts of people who stay: how many, and the first
 * ones.
 */
export async function fieldChanges(
  trx: Trx,
  job: Import,
  counts: Record<'salaries' | 'addresses' | 'shares' | 'banks', bigint>,
) {
  return {
    salaryChanges: counts.salaries > 0n ? await salaryChanges(trx, job) : [],
    salaryChangeCount: Number(counts.salaries),
    addressChanges: counts.addresses > 0n ? await addressChanges(trx, job) : [],
    addressChangeCount: Number(counts.addresses),
    shareChanges: counts.shares > 0n ? await shareChanges(trx, job) : [],
    shareChangeCount: Number(counts.shares),
    bankChanges: counts.banks > 0n ? await bankChanges(trx, job) : [],
    bankChangeCount: Number(counts.banks),
  }
}

export const joinChangedRows = ({ id, companyId }: Import) => sql`
  FROM import_rows r JOIN employees e ON e.id = r.matched_id
  WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.changed`

async function salaryChanges(trx: Trx, job: Import): Promise<ListDiff['salaryChanges']> {
  const { rows } = await sql<{ name: string; from: bigint; to: bigint }>`
    SELECT r.first_name || ' ' || r.last_name AS name, e.base_salary_usd_cents AS "from",
      r.base_salary_usd_cents AS "to" ${joinChangedRows(job)}
      AND r.base_salary_usd_cents <> e.base_salary_usd_cents
    ORDER BY r.line LIMIT ${listedChanges}`.execute(trx)
  return rows.map(({ name, from, to }) => ({ name, from: usdNumber(from), to: usdNumber(to) }))
}

async function addressChanges(trx: Trx, job: Import): Promise<ListDiff['addressChanges']> {
  const { rows } = await sql<{ name: string; from: string; to: string }>`
    SELECT r.first_name || ' ' || r.last_name AS name, e.address AS "from", r.address AS "to"
    ${joinChangedRows(job)} AND r.address <> e.address
    ORDER BY r.line LIMIT ${listedChanges}`.execute(trx)
  return rows
}

async function shareChanges(trx: Trx, job: Import): Promise<NonNullable<ListDiff['shareChanges']>> {
  const { rows } = await sql<{ name: string; from: number; to: number }>`
    SELECT r.first_name || ' ' || r.last_name AS name, e.bitcoin_percent AS "from",
      r.bitcoin_percent AS "to" ${joinChangedRows(job)} AND r.bitcoin_percent <> e.bitcoin_percent
    ORDER BY r.line LIMIT ${listedChanges}`.execute(trx)
  return rows
}

export const banksDiffer = sql`(e.bank, e.bank_account) <> (r.bank, r.bank_account)`

/** Shows an account like `accountEnd`. */
export const endOfAccount = (account: RawBuilder<unknown>) =>
  sql<string>`right(regexp_replace(${account}, '[^0-9A-Za-z]', '', 'g'), 4)`

async function bankChanges(trx: Trx, job: Import): Promise<NonNullable<ListDiff['bankChanges']>> {
  const { rows } = await sql<{ name: string; bank: string; to: string }>`
    SELECT r.first_name || ' ' || r.last_name AS name, r.bank,
      ${endOfAccount(sql`r.bank_account`)} AS "to" ${joinChangedRows(job)} AND ${banksDiffer}
    ORDER BY r.line LIMIT ${listedChanges}`.execute(trx)
  return rows
}

/** Rows whose identification another employee of the company has, on any list. */
const elsewhere = ({ id, companyId, payrollId }: Import): RawBuilder<unknown> => sql`
  SELECT r.line, 'identificationElsewhere' FROM import_rows r
  WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.identification <> ''
    AND identification_key(r.identification) IN (
      SELECT identification_key(e.identification) FROM employees e
      WHERE e.company_id = ${companyId} AND e.deleted_at IS NULL AND e.identification <> ''
        AND NOT EXISTS (SELECT FROM payroll_members m
          WHERE m.payroll_id = ${payrollId} AND m.employee_id = e.id))`

/** Lists doubtful identifications and other warnings about a file: rows of `line` and `text`. */
export async function listWarnings(
  trx: Trx,
  { id, companyId }: Import,
  others: RawBuilder<unknown>,
): Promise<Pick<StoredDiff, 'warnings' | 'warningCount'>> {
  const { rows } = await sql<{
    row: number
    text: StoredDiff['warnings'][number]['text']
    count: bigint
  }>`
    SELECT line AS row, text, count(*) OVER () AS count FROM (
      SELECT line, 'duiDoubtful' AS text FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND doubtful_dui
      UNION ALL
      SELECT line, 'duiRestored' FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND restored_dui
      UNION ALL
      SELECT line, 'noDocument' FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND no_document
      UNION ALL
      SELECT line, 'nameNotPrinted' FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id}
        AND normalize(first_name || last_name) !~ ${printedText}
      UNION ALL ${others}
    ) w ORDER BY line, text LIMIT ${listedWarnings}`.execute(trx)
  return {
    warnings: rows.map(({ row, text }) => ({ row, text })),
    warningCount: Number(rows[0]?.count ?? 0n),
  }
}
