import type { KeyObject } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod/mini'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Schedules } from '../platform/db/database-types.ts'
import { isTrue, macOf } from './mac.ts'

const saves = z.array(z.object({ by: z.uuid(), at: z.iso.datetime() }))
/** When a person last saved the dates. */
export type Save = z.infer<typeof saves>[number]
export const readSaves = ({ saves: stored }: Pick<ScheduleRow, 'saves'>): Save[] =>
  saves.parse(stored)

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

/**
 * Saves or ends a schedule; the caller has locked the payroll. `save` joins those who saved it before,
 * each with the last time; null: nobody saves it.
 */
export async function writeSchedule(
  trx: Trx,
  macKey: KeyObject,
  given: Omit<ScheduleRow, 'version' | 'mac' | 'saves'>,
  save: Save | null,
): Promise<void> {
  const before = await trx
    .selectFrom('schedules')
    .selectAll()
    .where('company_id', '=', given.company_id)
    .where('payroll_id', '=', given.payroll_id)
    .executeTakeFirst()
  const known = before && isTrue(macKey, 'schedules', before) ? readSaves(before) : []
  const others = known.filter(({ by }) => by !== save?.by)
  const row = {
    ...given,
    saves: save ? [...others, save] : known,
    version: (before?.version ?? 0) + 1,
  }
  const mac = macOf(macKey, 'schedules', row)
  const values = { ...row, saves: JSON.stringify(row.saves), mac }
  const { payroll_id: _, company_id: __, ...changes } = values
  await trx
    .insertInto('schedules')
    .values(values)
    .onConflict((conflict) => conflict.column('payroll_id').doUpdateSet(changes))
    .execute()
}
