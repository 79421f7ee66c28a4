import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'

type Consent = { agreed: boolean; textVersion: number; at: Date }

/**
 * Reads the last answer of each of these people, by their ids; people without an answer are
 * missing. A row written past the program counts as no answer.
 */
export async function latestConsents(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  employeeIds: readonly string[],
): Promise<Map<string, Consent>> {
  if (employeeIds.length === 0) return new Map()
  const { rows } = await sql<MacRow<'employee_consents'>>`
    SELECT c.* FROM employee_consents c
    WHERE c.company_id = ${companyId} AND c.employee_id = ANY(${arrayText(employeeIds)}::uuid[])
    ORDER BY c.position`.execute(db)
  const latest = new Map<string, Consent>()
  for (const row of rows) {
    if (!isTrue(macKey, 'employee_consents', row)) continue
    const { agreed, text_version: textVersion, at } = row
    latest.set(row.employee_id, { agreed, textVersion, at })
  }
  return latest
}
