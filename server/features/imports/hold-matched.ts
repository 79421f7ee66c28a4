import { sql } from 'kysely'
import type { PersonQuestion } from '#contract/imports.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { columnsOf, completeValue, eachColumn } from './field-columns.ts'
import { findMatches, saveMatches } from './match.ts'
import { faultOf } from './match-faults.ts'
import { askAbout, type RowInQuestion, readQuestions } from './questions.ts'
import type { Import } from './store.ts'
import { targetOfImport } from './target.ts'

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
 * Locks the people of the rows until the SQL transaction ends, and finds whether anything about
 * them changes. Throws where a row no longer matches its person, and refuses while somebody has to
 * say who a row is.
 */
export async function holdMatched(trx: Trx, job: Import): Promise<PersonQuestion[]> {
  const { id, companyId } = job
  // Locked in the order of ids, like everywhere else, so that nobody deadlocks.
  await sql`
    SELECT FROM employees e
    WHERE e.company_id = ${companyId} AND e.id IN (SELECT matched_id FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id})
    ORDER BY e.id FOR NO KEY UPDATE`.execute(trx)
  const matches = await findMatches(trx, job)
  const differing = await saveMatches(trx, job, matches)
  // A list is matched here for the first time: its payroll is locked, and no other file changes it.
  if (!targetOfImport(job).isWhole && differing > 0) throw new PeopleChanged()
  const doubtful: RowInQuestion[] = []
  const namesakes: RowInQuestion[] = []
  for (const [line, match] of matches.of) {
    if (faultOf(job, match, matches)) throw new PeopleChanged()
    if (match.kind === 'undecided') doubtful.push({ line, id: match.id })
    else if (match.kind === 'new' && match.namesake) namesakes.push({ line, id: match.namesake })
  }
  await completeRows(trx, job)
  if (doubtful.length > 0) await askAbout(trx, job, doubtful)
  return readQuestions(trx, job, namesakes.slice(0, listedNamesakes))
}

const listedNamesakes = 100

/**
 * Fills in what a row leaves out, as the table of fields says, and notes whether anything about its person
 * changes. A person who is paid nothing in bitcoin keeps the address: only another one changes it.
 */
async function completeRows(trx: Trx, job: Import): Promise<void> {
  const { id, companyId } = job
  const { isWhole } = targetOfImport(job)
  await sql`
    UPDATE import_rows r
    SET ${eachColumn((_, column) => sql`${column} = s.${column}`)}, script_pubkey = s.script_pubkey,
      changed = (${columnsOf('p')}) IS DISTINCT FROM (${columnsOf('s')})
    FROM import_rows f JOIN employees p ON p.id = f.matched_id AND p.company_id = f.company_id
    CROSS JOIN LATERAL (SELECT
      ${eachColumn((field, column) => sql`${completeValue(field, isWhole)} AS ${column}`)},
      CASE WHEN f.address = '' THEN p.script_pubkey ELSE f.script_pubkey END AS script_pubkey) s
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND f.company_id = ${companyId}
      AND f.import_id = ${id} AND f.line = r.line`.execute(trx)
}
