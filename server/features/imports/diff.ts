import { type RawBuilder, sql } from 'kysely'
import type { ListDiff } from '#contract/imports.ts'
import { usdNumber } from '#domain/money.ts'
import type { Trx } from '#server/platform/database.ts'
import type { Import, StoredDiff } from './store.ts'

const listedChanges = 5_000
const listedWarnings = 100

/** What a file that has been matched changes; nobody is present where a payroll is made. */
export async function readDiff(trx: Trx, job: Import): Promise<StoredDiff> {
  const { id, companyId, payrollId } = job
  const { rows } = await sql<
    Record<'added' | 'unchanged' | 'changed' | 'present' | 'salaries' | 'addresses', bigint>
  >`
    SELECT count(*) FILTER (WHERE r.matched_id IS NULL) AS added,
      count(*) FILTER (WHERE r.matched_id IS NOT NULL AND NOT r.changed) AS unchanged,
      count(*) FILTER (WHERE r.changed) AS changed,
      count(*) FILTER (WHERE r.base_salary_usd_cents <> e.base_salary_usd_cents) AS salaries,
      count(*) FILTER (WHERE r.address <> e.address) AS addresses,
      (SELECT count(*) FROM payroll_employees m JOIN employees p ON p.id = m.employee_id
        WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId}
          AND p.deleted_at IS NULL) AS present
    FROM import_rows r LEFT JOIN employees e ON e.id = r.matched_id AND r.changed
    WHERE r.company_id = ${companyId} AND r.import_id = ${id}`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without groups has one row')
  const present = counts.present - counts.unchanged - counts.changed
  return {
    added: Number(counts.added),
    removed: Number(present),
    unchanged: Number(counts.unchanged),
    changed: Number(counts.changed),
    salaryChanges: counts.salaries > 0n ? await salaryChanges(trx, job) : [],
    salaryChangeCount: Number(counts.salaries),
    addressChanges: counts.addresses > 0n ? await addressChanges(trx, job) : [],
    addressChangeCount: Number(counts.addresses),
    ...(await warnings(trx, job)),
  }
}

const changedRows = ({ id, companyId }: Import) => sql`
  FROM import_rows r JOIN employees e ON e.id = r.matched_id
  WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.changed`

async function salaryChanges(trx: Trx, job: Import): Promise<ListDiff['salaryChanges']> {
  const { rows } = await sql<{ name: string; from: bigint; to: bigint }>`
    SELECT r.first_name || ' ' || r.last_name AS name, e.base_salary_usd_cents AS "from",
      r.base_salary_usd_cents AS "to" ${changedRows(job)}
      AND r.base_salary_usd_cents <> e.base_salary_usd_cents
    ORDER BY r.line LIMIT ${listedChanges}`.execute(trx)
  return rows.map(({ name, from, to }) => ({ name, from: usdNumber(from), to: usdNumber(to) }))
}

async function addressChanges(trx: Trx, job: Import): Promise<ListDiff['addressChanges']> {
  const { rows } = await sql<{ name: string; from: string; to: string }>`
    SELECT r.first_name || ' ' || r.last_name AS name, e.address AS "from", r.address AS "to"
    ${changedRows(job)} AND r.address <> e.address
    ORDER BY r.line LIMIT ${listedChanges}`.execute(trx)
  return rows
}

/** Rows whose identification some other employee of the company has, in whatever list. */
const elsewhere = ({ id, companyId, payrollId }: Import): RawBuilder<unknown> => sql`
  SELECT r.line FROM import_rows r
  WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.identification <> ''
    AND identification_key(r.identification) IN (
      SELECT identification_key(e.identification) FROM employees e
      WHERE e.company_id = ${companyId} AND e.deleted_at IS NULL AND e.identification <> ''
        AND NOT EXISTS (SELECT FROM payroll_employees m
          WHERE m.payroll_id = ${payrollId} AND m.employee_id = e.id))`

async function warnings(trx: Trx, job: Import) {
  const { rows } = await sql<{
    row: number
    text: StoredDiff['warnings'][number]['text']
    count: bigint
  }>`
    SELECT line AS row, text, count(*) OVER () AS count FROM (
      SELECT line, 'duiDoubtful' AS text FROM import_rows
      WHERE company_id = ${job.companyId} AND import_id = ${job.id} AND doubtful_dui
      UNION ALL SELECT line, 'identificationElsewhere' FROM (${elsewhere(job)}) e
    ) w ORDER BY line, text LIMIT ${listedWarnings}`.execute(trx)
  return {
    warnings: rows.map(({ row, text }) => ({ row, text })),
    warningCount: Number(rows[0]?.count ?? 0n),
  }
}
