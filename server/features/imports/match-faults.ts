import { sql } from 'kysely'
import type { CellText } from '#contract/texts/keys.ts'
import { readCsvHeader } from '#domain/employee-csv.ts'
import type { Match } from '#domain/match-people.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Matches } from './match.ts'
import type { Import } from './store.ts'
import { targetOfImport } from './target.ts'

/**
 * Why a file of people cannot be saved with this row: it is of a CSV employee, or nobody can be
 * asked about it, since several people or rows come into question.
 */
export function faultOf(job: Import, match: Match, { isCsv }: Matches): CellText | null {
  if (targetOfImport(job).isWhole || match.kind === 'new') return null
  if (match.kind === 'same') return isCsv.has(match.id) ? 'csvPersonOfList' : null
  if (match.people > 1) return 'csvSeveralPeople'
  return match.otherLine === null ? null : 'csvNameTwice'
}

/** Adds such faults to the rows of a file. */
export async function noteMatchFaults(trx: Trx, job: Import, matches: Matches): Promise<void> {
  const { id, companyId, header } = job
  const faults = [...matches.of].flatMap(([line, match]) => {
    const text = faultOf(job, match, matches)
    if (text === null || match.kind === 'new') return []
    return [
      { line, text, id: match.id, other: match.kind === 'undecided' ? match.otherLine : null },
    ]
  })
  if (faults.length === 0) return
  const { columns } = readCsvHeader(header)
  await sql`
    UPDATE import_rows r
    SET faults = coalesce(r.faults, '[]') || jsonb_build_object(
      'column', CASE WHEN f.by_document THEN ${columns.identification ?? null}::integer
        ELSE ${columns.firstName ?? null}::integer END,
      'path', CASE WHEN f.by_document THEN 'identification' ELSE 'firstName' END,
      'text', f.text, 'params', jsonb_build_object(
        'payroll', coalesce(p.name, ''), 'line', coalesce(f.other_line::text, '')))
    FROM (
      SELECT u.*, coalesce(identification_key(o.identification)
        = identification_key(e.identification), false) AS by_document
      FROM unnest(${faults.map(({ line }) => line)}::integer[],
        ${faults.map((one) => one.id)}::uuid[], ${faults.map(({ text }) => text)}::text[],
        ${faults.map(({ other }) => other)}::integer[]) AS u (line, id, text, other_line)
      JOIN employees e ON e.company_id = ${companyId} AND e.id = u.id
      JOIN import_rows o ON o.company_id = ${companyId} AND o.import_id = ${id} AND o.line = u.line
    ) f
    LEFT JOIN payroll_members m ON f.text = 'csvPersonOfList' AND m.employee_id = f.id
      AND m.company_id = ${companyId}
    LEFT JOIN payrolls p ON p.id = m.payroll_id AND p.company_id = ${companyId}
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = f.line`.execute(trx)
}
