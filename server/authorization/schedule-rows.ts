import type { KeyObject } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Schedules } from '../platform/db/database-types.ts'
import { isTrue, macOf } from './mac.ts'

/** The only reader and writer of schedules. One that the program did not write is none. */

export type ScheduleRow = Selectable<Schedules>

export async function findSchedule(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  payrollId: string,
): Promise<ScheduleRow | null> {
  const [row] = await readSchedules(db, macKey, [payrollId])
  return row?.company_id === companyId ? row : null
}

/** The present schedules of these payrolls. */
export async function readSchedules(
  db: Db,
  macKey: KeyObject,
  payrollIds: readonly string[],
): Promise<ScheduleRow[]> {
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .where(sql<boolean>`payroll_id = ANY(${payrollIds}::uuid[])`)
    .where('ended', '=', false)
    .execute()
  return rows.filter((row) => isTrue(macKey, 'schedules', row))
}

/** Saves or ends a schedule; the caller has locked the payroll. */
export async function writeSchedule(
  trx: Trx,
  macKey: KeyObject,
  given: Omit<ScheduleRow, 'version' | 'mac'>,
): Promise<void> {
  const before = await trx
    .selectFrom('schedules')
    .select('version')
    .where('company_id', '=', given.company_id)
    .where('payroll_id', '=', given.payroll_id)
    .executeTakeFirst()
  const row = { ...given, version: (before?.version ?? 0) + 1 }
  const values = { ...row, mac: macOf(macKey, 'schedules', row) }
  const { payroll_id: _, company_id: __, ...changes } = values
  await trx
    .insertInto('schedules')
    .values(values)
    .onConflict((conflict) => conflict.column('payroll_id').doUpdateSet(changes))
    .execute()
}
