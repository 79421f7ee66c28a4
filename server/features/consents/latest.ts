import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { type ConsentRow, isTrueConsent } from '#server/authorization/consent-mac.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'

type Consent = { agreed: boolean; textVersion: number; at: Date }

/**
 * The last word of each of these people of a company, by their ids; those who said nothing are missing. A
 * row that the program did not write says nothing.
 */
export async function latestConsents(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  employeeIds: readonly string[],
): Promise<Map<string, Consent>> {
  if (employeeIds.length === 0) return new Map()
  const { rows } = await sql<ConsentRow>`
    SELECT c.* FROM employee_consents c
    WHERE c.company_id = ${companyId} AND c.employee_id = ANY(${arrayText(employeeIds)}::uuid[])
    ORDER BY c.position`.execute(db)
  const latest = new Map<string, Consent>()
  for (const row of rows) {
    if (!isTrueConsent(macKey, row)) continue
    const { agreed, text_version: textVersion, at } = row
    latest.set(row.employee_id, { agreed, textVersion, at })
  }
  return latest
}
