import { sql } from 'kysely'
import type { LikenessQuestion } from '#contract/person-questions.ts'
import { documentKey } from '#domain/document.ts'
import type { EmployeeColumn } from '#domain/employee-fields.ts'
import { compareSides, type Side } from '#domain/person-sides.ts'
import { isSomebodyElse, type Traits } from '#domain/same-person.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { fullNameOf, salaryOf } from './note-edit.ts'
import type { EmployeeRow } from './store.ts'

type Columns = Pick<EmployeeRow, EmployeeColumn>
type Known = Pick<Columns, 'first_name' | 'last_name' | 'identification' | 'address'> & {
  email: string
  phone: string
  name: string
}

/**
 * Reads who an id was until now: the person as it is, and as the newest payment names it, which knows no
 * contacts, so that several edits make nobody else of it either. Nobody, where it has neither payments nor consents that could pass on.
 */
async function readKnown(
  trx: Trx,
  { company_id, id, email, phone }: EmployeeRow,
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    WITH line AS MATERIALIZED (
      SELECT first_name, last_name, identification, address, ${email}::text AS email, ${phone}::text AS phone
      FROM sheet_lines WHERE employee_id = ${id} AND company_id = ${company_id}
      ORDER BY id DESC LIMIT 1)
    SELECT *, person_key(first_name, last_name) AS name FROM (
      SELECT first_name, last_name, identification, address, email, phone FROM employees
      WHERE company_id = ${company_id} AND id = ${id} AND (EXISTS (SELECT FROM line) OR EXISTS (
        SELECT FROM employee_consents WHERE company_id = ${company_id} AND employee_id = ${id}))
      UNION ALL SELECT * FROM line) known`.execute(trx)
  return rows
}

const traitsOf = (one: Omit<Known, 'first_name' | 'last_name'>): Traits => ({
  document: documentKey(one.identification),
  name: one.name,
  address: one.address,
  email: one.email.toLowerCase(),
  phone: one.phone,
})

const sideOf = (row: Columns): Side => ({
  identification: row.identification,
  email: row.email,
  phone: row.phone,
  baseSalary: salaryOf(row),
  cryptoAddress: row.address,
})

/** Asks whether an edit is still about the same person; null: it is. */
export async function askWhetherSame(
  trx: Trx,
  before: EmployeeRow,
  after: Columns,
): Promise<LikenessQuestion | null> {
  const known = await readKnown(trx, before)
  if (known.length === 0) return null
  const { rows } = await sql<{ name: string }>`
    SELECT person_key(${after.first_name}, ${after.last_name}) AS name`.execute(trx)
  const named = traitsOf({ ...after, name: rows[0]?.name ?? '' })
  const other = known.find((one) => isSomebodyElse(traitsOf(one), named))
  if (!other) return null
  const { identification, address } = other
  return {
    name: fullNameOf(after),
    person: { _id: before.id, name: fullNameOf(other) },
    ...compareSides(sideOf({ ...before, identification, address }), sideOf(after)),
  }
}
