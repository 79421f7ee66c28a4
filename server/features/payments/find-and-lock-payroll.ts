import type { KeyObject } from 'node:crypto'
import { findLivePayroll } from '#server/authorization/payroll-rows.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'

/**
 * Finds a payroll of the company that was not deleted; null for any other id. With `lock` every
 * other planner waits until the SQL transaction of `db` ends.
 */
export async function findUndeletedPayroll(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  id: string,
  lock: boolean,
) {
  if (!isUuid(id)) return null
  const row = await findLivePayroll(db, macKey, { companyId, id }, lock ? 'NO KEY UPDATE' : null)
  return row && { ...row, companyId }
}

/** Locks a payroll: nobody else plans for it until the SQL transaction ends. */
export const lockPayroll = (trx: Trx, companyId: string, id: string) =>
  trx
    .selectFrom('payrolls')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
