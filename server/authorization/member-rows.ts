import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { findTrueRows, isTrue, macsAtOnce, makeMacs } from './mac.ts'
import type { MacRow } from './registry.ts'
import { selectMacColumns } from './select-mac-columns.ts'

/** The only writers of memberships. One without a true MAC pays nobody. */

type Membership = MacRow<'payroll_employees'>
/** Each statement sums all people of the payroll once more. */
const membersAtOnce = 20_000

type Payroll = { companyId: string; payrollId: string }
/** The person who changes who is paid; null: nobody of the team. */
type Changer = string | null

/** Adds people who are in the payroll under no MAC. */
export async function addMembers(
  trx: Trx,
  macKey: KeyObject,
  { companyId: company_id, payrollId: payroll_id }: Payroll,
  employeeIds: readonly string[],
  changed_by: Changer,
): Promise<void> {
  for (let first = 0; first < employeeIds.length; first += membersAtOnce) {
    const ids = employeeIds.slice(first, first + membersAtOnce)
    const known = await readMemberships(trx, payroll_id, ids)
    const version = new Map(known.map((row) => [row.employee_id, row.version + 1]))
    await save(
      trx,
      macKey,
      ids.map((employee_id) => ({
        company_id,
        payroll_id,
        employee_id,
        ended: false,
        changed_by,
        version: version.get(employee_id) ?? 1,
      })),
    )
  }
}

/**
 * Ends the memberships of `m` for which `where` holds, one without a true MAC too: an end pays nobody.
 */
export async function endMembers(
  trx: Trx,
  macKey: KeyObject,
  where: RawBuilder<unknown>,
  changed_by: Changer,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<Membership>`
      SELECT ${selectMacColumns('payroll_employees', 'm')} FROM payroll_members m
      WHERE ${where} LIMIT ${macsAtOnce}`.execute(trx)
    if (rows.length === 0) return
    const ended = rows.map((row) => ({ ...row, ended: true, changed_by, version: row.version + 1 }))
    await save(trx, macKey, ended)
  }
}

/** Whether the program says that a person is in a payroll. */
export async function isMember(
  db: Db,
  macKey: KeyObject,
  payrollId: string,
  employeeId: string,
): Promise<boolean> {
  const [row] = await readMemberships(db, payrollId, [employeeId])
  return row !== undefined && !row.ended && isTrue(macKey, 'payroll_employees', row)
}

/** The people of a payroll. */
export async function readMemberIds(
  db: Db,
  macKey: KeyObject,
  payrollId: string,
): Promise<string[]> {
  const { rows } = await sql<Membership>`
    SELECT ${selectMacColumns('payroll_employees', 'm')} FROM payroll_members m
    WHERE m.payroll_id = ${payrollId}`.execute(db)
  const members = await findTrueRows(macKey, 'payroll_employees', rows)
  return members.map(({ employee_id }) => employee_id)
}

async function readMemberships(db: Db, payrollId: string, employeeIds: readonly string[]) {
  const { rows } = await sql<Membership>`
    SELECT ${selectMacColumns('payroll_employees')} FROM payroll_employees
    WHERE payroll_id = ${payrollId} AND employee_id = ANY(${employeeIds}::uuid[])`.execute(db)
  return rows
}

async function save(trx: Trx, macKey: KeyObject, rows: readonly Omit<Membership, 'mac'>[]) {
  const macs = await makeMacs(macKey, 'payroll_employees', rows)
  await sql`
    INSERT INTO payroll_employees (company_id, payroll_id, employee_id, ended, changed_by, version, mac)
    SELECT * FROM unnest(${rows.map((row) => row.company_id)}::uuid[],
      ${rows.map((row) => row.payroll_id)}::uuid[], ${rows.map((row) => row.employee_id)}::uuid[],
      ${rows.map((row) => row.ended)}::boolean[], ${rows.map((row) => row.changed_by)}::uuid[],
      ${rows.map((row) => row.version)}::integer[],
      ${macs}::bytea[])
    ON CONFLICT (payroll_id, employee_id) DO UPDATE
    SET ended = excluded.ended, changed_by = excluded.changed_by, version = excluded.version, mac = excluded.mac`.execute(
    trx,
  )
}
