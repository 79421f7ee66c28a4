import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { arrayText, type Db, newIds } from '../platform/db/database.ts'
import { findTrueRows, macsAtOnce, makeMacs } from './mac.ts'
import { type CoveredRow, kinds, type MacRow } from './registry.ts'
import { selectMacColumns } from './select-mac-columns.ts'

/** The rows that say who changed people. A row that the program did not write names nobody, and holds nothing back. */
type History = 'employee_changes' | 'employee_destinations' | 'employee_contacts'

type NewChange = Omit<CoveredRow<'employee_changes'>, 'id'>

export async function insertEmployeeChanges(
  trx: Db,
  macKey: KeyObject,
  changes: readonly NewChange[],
): Promise<void> {
  for (let first = 0; first < changes.length; first += macsAtOnce) {
    const some = changes.slice(first, first + macsAtOnce)
    const ids = await newIds(trx, some.length)
    const rows = some.map((change, index) => ({ ...change, id: ids[index] as string }))
    const macs = await makeMacs(macKey, 'employee_changes', rows)
    const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
    await sql`
      INSERT INTO employee_changes (id, company_id, employee_id, payroll_id, kind, at, changed_by, via,
        ip, version, mac)
      SELECT * FROM unnest(${ids}::uuid[], ${column((row) => row.company_id)}::uuid[],
        ${column((row) => row.employee_id)}::uuid[], ${column((row) => row.payroll_id)}::uuid[],
        ${column((row) => row.kind)}::text[], ${column((row) => row.at)}::timestamptz[],
        ${column((row) => row.changed_by)}::uuid[], ${column((row) => row.via)}::text[],
        ${column((row) => row.ip)}::text[], ${column((row) => row.version)}::integer[],
        ${macs}::bytea[])`.execute(trx)
  }
}

/** Somebody who writes more rows about one person hides who made a change; the doctor names them. */
const newestOfPerson = 100

/** Reads which rows about these people the program wrote, as an array of their ids. */
export async function readOwnHistory(
  db: Db,
  macKey: KeyObject,
  history: History,
  { companyId, employeeIds }: { companyId: string; employeeIds: Iterable<string> },
): Promise<RawBuilder<string[]>> {
  const { table } = kinds[history]
  const { rows } = await sql<MacRow<History> & { row_id: string }>`
    SELECT h.id AS row_id, ${selectMacColumns(history, 'h')}
    FROM unnest(${arrayText(new Set(employeeIds))}::uuid[]) AS n (employee_id)
    CROSS JOIN LATERAL (
      SELECT * FROM ${sql.table(table)} t
      WHERE t.employee_id = n.employee_id AND t.company_id = ${companyId}
      ORDER BY t.id DESC LIMIT ${sql.lit(newestOfPerson)}) AS h`.execute(db)
  const own = await findTrueRows(macKey, history, rows)
  return sql`${arrayText(own.map((row) => row.row_id))}::uuid[]`
}
