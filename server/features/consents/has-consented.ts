import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an employee (by table alias) may be paid in bitcoin: the person's newest answer is yes
 * or, without an answer, the company requires none. A row written past the program can only pay the
 * person, at the address under the MAC. Most companies require no consent and have no refusals, so
 * that is read once instead of an answer for each person.
 */
export const hasConsented = (
  employee: 'e' | 'employees',
  company: string | RawBuilder<unknown>,
): RawBuilder<boolean> => {
  const isConsentRequired = sql`(SELECT c.require_consent FROM companies c WHERE c.id = ${company})`
  return sql<boolean>`(NOT (SELECT ${isConsentRequired} OR EXISTS (
      SELECT FROM employee_consents refused
      WHERE refused.company_id = ${company} AND NOT refused.agreed))
    OR coalesce((
      SELECT said.agreed FROM employee_consents said
      WHERE said.employee_id = ${sql.ref(`${employee}.id`)} AND said.company_id = ${company}
      ORDER BY said.position DESC LIMIT 1), NOT ${isConsentRequired}))`
}
