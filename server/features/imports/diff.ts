import { type RawBuilder, sql } from 'kysely'
import { usdNumber } from '#domain/money.ts'
import { printedText } from '#domain/printed-letters.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { namedDiffer, namesOfDiffering } from './field-columns.ts'
import type { Import, StoredDiff } from './store.ts'
import { targetOfImport } from './target.ts'

const listedChanges = 5_000
const listedPeople = 100
const listedWarnings = 100

/** Reads the changes that a matched file makes; a new payroll has nobody yet. */
export async function readDiff(trx: Trx, job: Import): Promise<StoredDiff> {
  const counts = await countRows(trx, job)
  const { added, stay, changed, comes } = counts
  const ofTarget = targetOfImport(job).isWhole ? readListDiff : readPeopleDiff
  return {
    added: Number(added),
    addedUsd: usdNumber(comes),
    unchanged: Number(stay - changed),
    changed: Number(changed),
    ...(await fieldChanges(trx, job, counts)),
    ...(await ofTarget(trx, job, counts)),
    ...(await listWarnings(trx, job)),
  }
}

/** How many people come, stay and change, in which fields, and how many there were. */
type Numbers =
  | ('added' | 'stay' | 'changed' | 'people')
  | ('salaries' | 'addresses' | 'shares' | 'banks' | 'others')
/** Cents: of the list before and after, and of the people who come and stay. */
type Sums = 'from' | 'to' | 'comes' | 'stays'
type Counts = Record<Numbers | Sums, bigint>

/** Counts everything in one reading of the rows; an unchanged person has the row's salary. */
async function countRows(trx: Trx, job: Import): Promise<Counts> {
  const { creationType, isWhole, peopleOf } = targetOfImport(job)
  const { rows } = await sql<Counts>`
    SELECT file.*, present.*
    FROM (
      SELECT count(*) FILTER (WHERE r.matched_id IS NULL) AS added,
        count(r.matched_id) AS stay,
        count(*) FILTER (WHERE r.changed) AS changed,
        count(*) FILTER (WHERE r.base_salary_usd_cents <> e.base_salary_usd_cents) AS salaries,
        count(*) FILTER (WHERE r.address <> e.address) AS addresses,
        count(*) FILTER (WHERE r.bitcoin_percent <> e.bitcoin_percent) AS shares,
        count(*) FILTER (WHERE e.id IS NOT NULL AND ${banksDiffer}) AS banks,
        count(*) FILTER (WHERE e.id IS NOT NULL AND ${namedDiffer}) AS others,
        ${cents(sql`r.base_salary_usd_cents`)} AS "to",
        ${cents(sql`r.base_salary_usd_cents`, sql`r.matched_id IS NULL`)} AS comes,
        ${cents(
          sql`coalesce(e.base_salary_usd_cents, r.base_salary_usd_cents)`,
          sql`r.matched_id IS NOT NULL`,
        )} AS stays
      FROM import_rows r LEFT JOIN employees e ON e.id = r.matched_id AND r.changed
      WHERE r.company_id = ${job.companyId} AND r.import_id = ${job.id}
    ) file, (
      SELECT count(*) AS people, ${isWhole ? cents(sql`e.base_salary_usd_cents`) : sql`0::bigint`} AS "from"
      ${peopleOf(job)} AND e.creation_type = ${creationType}
    ) present`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without groups has one row')
  return counts
}

/** A sum of cents as bigint, because PostgreSQL's sum of bigint is numeric. */
const cents = (of: RawBuilder<unknown>, where: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(sum(${of}) FILTER (WHERE ${where}), 0)::bigint`

/** Adds the total of the list of a payroll, and the people who leave it. */
async function readListDiff(trx: Trx, job: Import, counts: Counts) {
  const removed = counts.people - counts.stay
  const isMade = job.payrollId === null
  const added = counts.added > 0n && !isMade ? await addedPeople(trx, job) : []
  return {
    removed: Number(removed),
    totalUsd: { from: usdNumber(counts.from), to: usdNumber(counts.to) },
    addedPeople: added.map(({ name, usd }) => ({ name, usd })),
    removedUsd: usdNumber(counts.from - counts.stays),
    removedPeople: removed > 0n ? await removedPeople(trx, job) : [],
  }
}

/** Adds changed fields of the company's people that lists do not name, and how many people are in no row. */
async function readPeopleDiff(trx: Trx, job: Import, counts: Counts) {
  return {
    removed: 0,
    addedPeople: counts.added > 0n ? await addedPeople(trx, job) : [],
    notInFile: Number(counts.people - counts.stay),
    otherChanges: await readChanges<{ name: string; fields: string[] }>(trx, job, counts.others, {
      values: sql`${namesOfDiffering} AS fields`,
      differs: namedDiffer,
      limit: listedPeople,
    }),
    otherChangeCount: Number(counts.others),
  }
}

type Person = { name: string; cents: bigint; cryptoAddress: string }
const toPeople = (rows: Person[]) =>
  rows.map(({ cents, ...person }) => ({ ...person, usd: usdNumber(cents) }))

async function addedPeople(trx: Trx, { id, companyId }: Import) {
  const { rows } = await sql<Person>`
    SELECT first_name || ' ' || last_name AS name, base_salary_usd_cents AS cents,
      address AS "cryptoAddress"
    FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
    ORDER BY line LIMIT ${listedPeople}`.execute(trx)
  return toPeople(rows)
}

async function removedPeople(trx: Trx, job: Import) {
  const { rows } = await sql<{ name: string; cents: bigint }>`
    SELECT e.first_name || ' ' || e.last_name AS name, e.base_salary_usd_cents AS cents
    ${targetOfImport(job).peopleOf(job)} AND NOT EXISTS (
      SELECT FROM import_rows r
      WHERE r.company_id = ${job.companyId} AND r.import_id = ${job.id} AND r.matched_id = e.id)
    ORDER BY plain_text(e.first_name), plain_text(e.last_name), e.id
    LIMIT ${listedPeople}`.execute(trx)
  return rows.map(({ name, cents }) => ({ name, usd: usdNumber(cents) }))
}

type Listing = { values: RawBuilder<unknown>; differs: RawBuilder<unknown>; limit?: number }

/** Lists the first people `e` who stay and of whose row `r` something differs. */
async function readChanges<Change>(
  trx: Trx,
  { id, companyId }: Import,
  count: bigint,
  { values, differs, limit = listedChanges }: Listing,
): Promise<Change[]> {
  if (count === 0n) return []
  const { rows } = await sql<Change>`
    SELECT r.first_name || ' ' || r.last_name AS name, ${values}
    FROM import_rows r JOIN employees e ON e.id = r.matched_id
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.changed AND ${differs}
    ORDER BY r.line LIMIT ${limit}`.execute(trx)
  return rows
}

/** A value before and after. */
const fromTo = (column: string): Listing => {
  const [before, after] = [sql.ref(`e.${column}`), sql.ref(`r.${column}`)]
  return { values: sql`${before} AS "from", ${after} AS "to"`, differs: sql`${after} <> ${before}` }
}

export const banksDiffer = sql`(e.bank, e.bank_account) <> (r.bank, r.bank_account)`

/** Shows an account like `accountEnd`. */
export const endOfAccount = (account: RawBuilder<unknown>) =>
  sql<string>`right(regexp_replace(${account}, '[^0-9A-Za-z]', '', 'g'), 4)`

type FromTo<Value> = { name: string; from: Value; to: Value }

const inDollars = ({ name, from, to }: FromTo<bigint>): FromTo<number> => {
  return { name, from: usdNumber(from), to: usdNumber(to) }
}

/** Changed salaries, addresses, shares and accounts of people who stay: how many, and the first ones. */
async function fieldChanges(trx: Trx, job: Import, counts: Counts) {
  const { salaries, addresses, shares, banks } = counts
  const read = <Change>(count: bigint, listing: Listing) =>
    readChanges<Change>(trx, job, count, listing)
  const salaryChanges = await read<FromTo<bigint>>(salaries, fromTo('base_salary_usd_cents'))
  return {
    salaryChanges: salaryChanges.map(inDollars),
    salaryChangeCount: Number(salaries),
    addressChanges: await read<FromTo<string>>(addresses, fromTo('address')),
    addressChangeCount: Number(addresses),
    shareChanges: await read<FromTo<number>>(shares, fromTo('bitcoin_percent')),
    shareChangeCount: Number(shares),
    bankChanges: await read<{ name: string; bank: string; to: string }>(banks, {
      values: sql`r.bank, ${endOfAccount(sql`r.bank_account`)} AS "to"`,
      differs: banksDiffer,
    }),
    bankChangeCount: Number(banks),
  }
}

type Warnings = Pick<StoredDiff, 'warnings' | 'warningCount'>

/** Lists doubtful identifications and other warnings about a file. */
async function listWarnings(trx: Trx, job: Import): Promise<Warnings> {
  const of = (text: string, where: RawBuilder<unknown>) => sql`
    SELECT line, ${sql.lit(text)} AS text FROM import_rows
    WHERE company_id = ${job.companyId} AND import_id = ${job.id} AND ${where}`
  const { rows } = await sql<Warnings['warnings'][number] & { count: bigint }>`
    SELECT line AS row, text, count(*) OVER () AS count FROM (
      ${of('duiDoubtful', sql`doubtful_dui`)} UNION ALL ${of('duiRestored', sql`restored_dui`)}
      UNION ALL ${of('noDocument', sql`no_document`)}
      UNION ALL ${of('nameNotPrinted', sql`normalize(first_name || last_name) !~ ${printedText}`)}
      UNION ALL ${targetOfImport(job).warningsOf(job)}
    ) w ORDER BY line, text LIMIT ${listedWarnings}`.execute(trx)
  return {
    warnings: rows.map(({ row, text }) => ({ row, text })),
    warningCount: Number(rows[0]?.count ?? 0n),
  }
}
