import { sql } from 'kysely'
import { paidElsewhere } from '#contract/include.ts'
import type { Language } from '#contract/languages.ts'
import type { Payment } from '#contract/payments.ts'
import { arrayText, type Db, type Trx } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Payee } from './payee.ts'
import type { Facts } from './read-facts.ts'

/**
 * Splits the facts into those without the people who get no line, and these people; 400 for an
 * unknown id.
 */
export function leaveOut(
  facts: Facts,
  leave: readonly string[],
  language: Language,
): { facts: Facts; leftOut: Payee[] } {
  if (leave.length === 0) return { facts, leftOut: [] }
  const ids = new Set(leave.map((id) => id.toLowerCase()))
  const leftOut = facts.salaries.filter(({ employeeId }) => ids.has(employeeId))
  if (leftOut.length !== ids.size) {
    throw new Refusal('VALIDATION', {
      faults: [{ path: 'leave', message: faultText('notInRun', language) }],
    })
  }
  const salaries = facts.salaries.filter(({ employeeId }) => !ids.has(employeeId))
  return { facts: { ...facts, salaries, rest: facts.rest && { ...facts.rest, salaries } }, leftOut }
}

type LeftOut = Payment['leftOut']

export async function insertLeftOut(
  trx: Trx,
  companyId: string,
  paymentId: string,
  people: LeftOut,
): Promise<void> {
  if (people.length === 0) return
  await sql`
    INSERT INTO sheet_left_out (sheet_id, employee_id, company_id, name, reason, elsewhere)
    SELECT ${paymentId}, l.id, ${companyId}, l.name, l.reason, l.elsewhere
    FROM unnest(${arrayText(people.map(({ employeeId }) => employeeId))}::uuid[],
      ${people.map(({ name }) => name)}::text[],
      ${people.map(({ reason }) => reason)}::text[],
      ${people.map(({ elsewhere }) => (elsewhere ? JSON.stringify(elsewhere) : null))}::jsonb[])
      AS l (id, name, reason, elsewhere)`.execute(trx)
}

export async function readLeftOut(db: Db, companyId: string, paymentId: string): Promise<LeftOut> {
  const rows = await db
    .selectFrom('sheet_left_out')
    .select(['employee_id as employeeId', 'name', 'reason', 'elsewhere'])
    .where('company_id', '=', companyId)
    .where('sheet_id', '=', paymentId)
    .orderBy('employee_id')
    .$narrowType<{ reason: LeftOut[number]['reason'] }>()
    .execute()
  return rows.map(({ elsewhere, ...row }) =>
    elsewhere === null ? row : { ...row, elsewhere: paidElsewhere.parse(elsewhere) },
  )
}
