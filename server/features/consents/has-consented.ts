import { type RawBuilder, sql } from 'kysely'

/**
 * The employee of an alias may be paid in bitcoin: the newest word of the person says so or, where nothing
 * was said, the company does not ask for one. A row that was added past the program pays nobody but the
 * person, at the address under the MAC.
 *
 * Most companies ask for none, and nobody of theirs has said no: this is read once, instead of a word of each.
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
