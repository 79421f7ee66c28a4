import { sql } from 'kysely'
import { type PersonQuestion, type UndecidedPeople, undecidedPeople } from '#contract/imports.ts'
import { compareSides, type Side } from '#domain/person-sides.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Import } from './store.ts'

/** A row, and the person whom it may be about. */
export type RowInQuestion = { line: number; id: string }

type Row = { row: number; id: string; name: string; rowsName: string; known: Side; listed: Side }

/** Refuses a file while somebody has to say who these rows are. */
export async function askAbout(
  trx: Trx,
  job: Import,
  inQuestion: readonly RowInQuestion[],
): Promise<never> {
  const rows = await readQuestions(trx, job, inQuestion)
  const counts = await countOthers(trx, job, inQuestion.length)
  throw new Refusal('PERSON_UNDECIDED', {
    params: { count: String(rows.length) },
    data: { rows, counts },
  })
}

/** Counts the rows of which it is known who they are. */
async function countOthers(
  trx: Trx,
  { id, companyId }: Import,
  inQuestion: number,
): Promise<UndecidedPeople['counts']> {
  const { rows } = await sql<Record<'fresh' | 'stay' | 'changed', bigint>>`
    SELECT count(*) FILTER (WHERE matched_id IS NULL) AS fresh, count(matched_id) AS stay,
      count(*) FILTER (WHERE matched_id IS NOT NULL AND changed) AS changed
    FROM import_rows WHERE company_id = ${companyId} AND import_id = ${id}`.execute(trx)
  const [{ fresh, stay, changed } = { fresh: 0n, stay: 0n, changed: 0n }] = rows
  return {
    added: Number(fresh) - inQuestion,
    changed: Number(changed),
    unchanged: Number(stay - changed),
  }
}

/** More than anybody answers at once; the others come afterwards. */
const questionsAtOnce = 1_000

/** The rows about which a refusal asks; null: it is another one. */
export function questionsOfRefusal({ code, details }: Refusal): PersonQuestion[] | null {
  if (code !== 'PERSON_UNDECIDED') return null
  return undecidedPeople.parse(details.data).rows.slice(0, questionsAtOnce)
}

/** Reads what somebody needs to see to say who each row is: what differs, and what does not. */
export async function readQuestions(
  trx: Trx,
  { id, companyId }: Import,
  inQuestion: readonly RowInQuestion[],
): Promise<PersonQuestion[]> {
  if (inQuestion.length === 0) return []
  const { rows } = await sql<Row>`
    SELECT r.line AS row, e.id, e.first_name || ' ' || e.last_name AS name,
      r.first_name || ' ' || r.last_name AS "rowsName", ${sideOf('e')} AS known,
      ${sideOf('r')} AS listed
    FROM unnest(${inQuestion.map(({ line }) => line)}::integer[],
      ${inQuestion.map((one) => one.id)}::uuid[]) AS a (line, id)
    JOIN import_rows r ON r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = a.line
    JOIN employees e ON e.company_id = ${companyId} AND e.id = a.id
    ORDER BY r.line`.execute(trx)
  return rows.map(toQuestion)
}

const sideOf = (table: 'e' | 'r') => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<Side>`json_build_object('identification', ${column('identification')},
    'email', ${column('email')}, 'phone', ${column('phone')},
    'baseSalary', to_char(${column('base_salary_usd_cents')} / 100.0, 'FM9999999990.00'),
    'cryptoAddress', ${column('address')})`
}

const toQuestion = ({ row, id, name, rowsName, known, listed }: Row): PersonQuestion => ({
  row,
  name: rowsName,
  person: { _id: id, name },
  ...compareSides(known, listed),
})
