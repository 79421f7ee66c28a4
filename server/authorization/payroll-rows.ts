import type { KeyObject } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Db, newId, type Trx } from '../platform/db/database.ts'
import type { Payrolls } from '../platform/db/database-types.ts'
import { isTrue, macOf } from './mac.ts'
import { type MacRow, macColumns } from './registry.ts'

/** The only writers of what the MAC of a payroll covers. One without a true MAC is nobody's. */

type NewPayroll = Pick<
  Selectable<Payrolls>,
  'company_id' | 'name' | 'description' | 'type' | 'address'
> & { id?: string }

export async function insertPayroll(
  trx: Db,
  macKey: KeyObject,
  { name, description, ...given }: NewPayroll,
): Promise<string> {
  const id = given.id ?? (await newId(trx))
  const row = { ...given, id, deleted_at: null, version: 1 }
  const mac = macOf(macKey, 'payrolls', row)
  await trx
    .insertInto('payrolls')
    .values({ ...row, name, description, mac })
    .execute()
  return row.id
}

/** Changes a payroll that the caller has locked and found true. */
export async function changePayroll(
  trx: Trx,
  macKey: KeyObject,
  before: MacRow<'payrolls'>,
  changes: Partial<Pick<MacRow<'payrolls'>, 'type' | 'deleted_at'>>,
): Promise<void> {
  const { mac: _, ...row } = { ...before, ...changes, version: before.version + 1 }
  await trx
    .updateTable('payrolls')
    .set({ ...changes, version: row.version, mac: macOf(macKey, 'payrolls', row) })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}

/**
 * Finds a payroll that the program made and did not delete. `lock`: FOR UPDATE holds up a block that
 * brings the payroll a UTXO, whose foreign key locks the row; FOR NO KEY UPDATE does not.
 */
export async function findLivePayroll(
  db: Db,
  macKey: KeyObject,
  { companyId, id }: { companyId: string; id: string },
  lock: 'UPDATE' | 'NO KEY UPDATE' | null,
) {
  const row = await db
    .selectFrom('payrolls')
    .select(macColumns.payrolls)
    .select('name')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(lock === 'UPDATE', (query) => query.forUpdate())
    .$if(lock === 'NO KEY UPDATE', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row && isTrue(macKey, 'payrolls', row) ? row : null
}

/** The payrolls that the program made and did not delete, of a company or among these. */
export async function readLivePayrollIds(
  db: Db,
  macKey: KeyObject,
  among: { companyId: string } | { ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payrolls')
    .select(macColumns.payrolls)
    .where('deleted_at', 'is', null)
    .where(
      'companyId' in among
        ? sql<boolean>`company_id = ${among.companyId}`
        : sql<boolean>`id = ANY(${among.ids}::uuid[])`,
    )
    .execute()
  return rows.filter((row) => isTrue(macKey, 'payrolls', row)).map(({ id }) => id)
}
