import { sql } from 'kysely'
import type { PersonQuestion } from '#contract/imports.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { findMatches, saveMatches } from './match.ts'
import { faultOf } from './match-faults.ts'
import { askAbout, type RowInQuestion, readQuestions } from './questions.ts'
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
  if (job.target === 'people' && differing > 0) throw new PeopleChanged()
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
 * Fills in what a row leaves out, and notes whether anything about its person changes. A document,
 * share, hire date, frequency and bank account stay where nothing is said of them, and the address
 * of somebody who is paid nothing in bitcoin: only another one changes it. In a file of people an
 * empty cell keeps every value; a payroll's list has the contacts that it has.
 */
async function completeRows(trx: Trx, { id, companyId, target }: Import): Promise<void> {
  const isList = target === 'payroll'
  await sql`
    UPDATE import_rows r
    SET identification = s.identification, email = s.email, phone = s.phone, bank = s.bank,
      bank_account = s.bank_account, hired_on = s.hired_on, pay_frequency = s.pay_frequency,
      bitcoin_percent = s.bitcoin_percent, address = s.address, script_pubkey = s.script_pubkey,
      changed = (p.first_name, p.last_name, p.identification, p.email, p.phone, p.bank,
          p.bank_account, p.hired_on, p.pay_frequency, p.bitcoin_percent, p.address,
          p.base_salary_usd_cents)
        IS DISTINCT FROM (r.first_name, r.last_name, s.identification, s.email, s.phone, s.bank,
          s.bank_account, s.hired_on, s.pay_frequency, s.bitcoin_percent, s.address,
          r.base_salary_usd_cents)
    FROM import_rows f JOIN employees p ON p.id = f.matched_id AND p.company_id = f.company_id
    CROSS JOIN LATERAL (SELECT
      coalesce(nullif(f.identification, ''), p.identification) AS identification,
      CASE WHEN f.email = '' AND NOT ${isList} THEN p.email ELSE f.email END AS email,
      CASE WHEN f.phone = '' AND NOT ${isList} THEN p.phone ELSE f.phone END AS phone,
      CASE WHEN f.bank = '' AND NOT ${isList} THEN p.bank ELSE coalesce(f.bank, p.bank) END AS bank,
      CASE WHEN f.bank_account = '' AND NOT ${isList} THEN p.bank_account
        ELSE coalesce(f.bank_account, p.bank_account) END AS bank_account,
      coalesce(f.hired_on, p.hired_on) AS hired_on,
      coalesce(f.pay_frequency, p.pay_frequency) AS pay_frequency,
      coalesce(f.bitcoin_percent, p.bitcoin_percent) AS bitcoin_percent,
      CASE WHEN f.address = '' THEN p.address ELSE f.address END AS address,
      CASE WHEN f.address = '' THEN p.script_pubkey ELSE f.script_pubkey END AS script_pubkey) s
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND f.company_id = ${companyId}
      AND f.import_id = ${id} AND f.line = r.line`.execute(trx)
}
