import type { KeyObject } from 'node:crypto'
import type { Db, Trx } from '../platform/db/database.ts'
import { isTrue, macOf } from './mac.ts'
import { type MacRow, macColumns } from './registry.ts'

/** The only reader and writer of a company's own days without pay. One without a true MAC is none. */

type ClosedDay = { day: string; name: string }

export async function readClosedDays(
  db: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<ClosedDay[]> {
  const rows = await readRows(db, companyId)
  return rows
    .filter((row) => !row.ended && isTrue(macKey, 'closed_days', row))
    .map(({ day, name }) => ({ day, name }))
}

/** Replaces all of a company's closed days; those that are in the way of it end. */
export async function writeClosedDays(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  days: readonly ClosedDay[],
): Promise<void> {
  const stored = new Map((await readRows(trx, companyId)).map((row) => [row.day, row]))
  const wanted = new Map(days.map((one) => [one.day, { ...one, ended: false }]))
  for (const { day, name, ended } of stored.values()) {
    if (!ended && !wanted.has(day)) wanted.set(day, { day, name, ended: true })
  }
  const rows = [...wanted.values()].map((one) => {
    const row = {
      ...one,
      company_id: companyId,
      version: (stored.get(one.day)?.version ?? 0) + 1,
    }
    return { ...row, mac: macOf(macKey, 'closed_days', row) }
  })
  if (rows.length === 0) return
  await trx
    .insertInto('closed_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'day']).doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        ended: ref('excluded.ended'),
        version: ref('excluded.version'),
        mac: ref('excluded.mac'),
      })),
    )
    .execute()
}

const readRows = (db: Db, companyId: string): Promise<MacRow<'closed_days'>[]> =>
  db
    .selectFrom('closed_days')
    .select(macColumns.closed_days)
    .where('company_id', '=', companyId)
    .orderBy('day')
    .execute()
