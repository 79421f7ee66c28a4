import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { hashDocument, isDocument } from '#server/authorization/signing-record.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isOfPeriod, isStanding, selectRuns } from './line-of-period.ts'

type Owner = { companyId: string; id: string }

/**
 * Reads the people of a payroll who were paid for a period as somebody whom a restored backup does not
 * know: they have the document or the destination of that line. Somebody chosen by name is paid all the
 * same.
 */
export async function readPaidAsOthers(
  db: Db,
  macKey: KeyObject,
  { companyId, id }: Owner,
  key: string,
): Promise<Set<string>> {
  const { rows: lines } = await sql<{ document: string; script: string }>`
    WITH run AS MATERIALIZED (${selectRuns(isOfPeriod(companyId, id, key))})
    SELECT encode(r.document, 'hex') AS document, encode(l.script_pubkey, 'hex') AS script
    FROM run JOIN payment_lines l ON l.payment_id = run.id
    JOIN restored_people r ON r.employee_id = l.employee_id
    WHERE ${isStanding}`.execute(db)
  if (lines.length === 0) return new Set()
  const { rows: people } = await sql<{ id: string; document: string; script: string }>`
    SELECT e.id, e.identification AS document, encode(e.script_pubkey, 'hex') AS script
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.company_id = ${companyId} AND m.payroll_id = ${id}`.execute(db)
  const documents = new Set(lines.map(({ document }) => document))
  const scripts = new Set(lines.map(({ script }) => script))
  const isPaid = ({ document, script }: (typeof people)[number]) =>
    scripts.has(script) ||
    (isDocument(document) && documents.has(hashDocument(macKey, companyId, document)))
  return new Set(people.filter(isPaid).map((person) => person.id))
}
