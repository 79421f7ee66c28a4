import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'

/**
 * Finds the people whose former contact has reported the new one, and of whom nobody else has released
 * an address since: each new address of theirs waits for that.
 */
export async function findReportedContacts(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  people: readonly string[],
): Promise<Set<string>> {
  const { rows: reports } = await sql<MacRow<'address_reports'>>`
    SELECT ${selectMacColumns('address_reports', 'r')}
    FROM address_reports r
    WHERE r.company_id = ${companyId} AND r.employee_id = ANY(${arrayText(people)}::uuid[])
      AND EXISTS (SELECT FROM employee_contacts c WHERE c.company_id = r.company_id
        AND c.employee_id = r.employee_id AND c.version = r.version)`.execute(db)
  const believed = reports.filter((row) => isTrue(macKey, 'address_reports', row))
  if (believed.length === 0) return new Set()
  const { rows } = await sql<MacRow<'destination_releases'>>`
    SELECT ${selectMacColumns('destination_releases')}
    FROM destination_releases WHERE company_id = ${companyId} AND kind <> 'EMPLOYEE'
      AND employee_id = ANY(${arrayText(believed.map((row) => row.employee_id))}::uuid[])`.execute(
    db,
  )
  const releases = rows.filter((row) => isTrue(macKey, 'destination_releases', row))
  const isOpen = (report: MacRow<'address_reports'>) =>
    !releases.some((one) => one.employee_id === report.employee_id && one.at > report.at)
  return new Set(believed.filter(isOpen).map((row) => row.employee_id))
}

/** Reports the addresses of these versions: they wait until somebody else releases them. */
export async function insertReports(
  trx: Db,
  macKey: KeyObject,
  companyId: string,
  versions: readonly { employeeId: string; version: number }[],
  now: Date,
): Promise<void> {
  if (versions.length === 0) return
  const rows = versions.map(({ employeeId, version }) => {
    const row = { company_id: companyId, employee_id: employeeId, version, at: now }
    return { ...row, mac: macOf(macKey, 'address_reports', row) }
  })
  await trx.insertInto('address_reports').values(rows).execute()
}
