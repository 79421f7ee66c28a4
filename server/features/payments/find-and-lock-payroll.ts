import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { frozenAt } from '#server/authorization/frozen.ts'
import { findLivePayroll } from '#server/authorization/payroll-rows.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'

/** The first key of the advisory locks of presses; the second is of the company. */
const pressing = 7_305_123

/**
 * Presses of one company wait for each other here, so that two payrolls never pay somebody for the same
 * days at the same moment. Taken after the lock that a freeze waits for, and before that of any payroll.
 * Returns when the company was frozen, or null.
 */
export async function lockPresses(
  trx: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<Date | null> {
  const frozen = await frozenAt(trx, macKey, companyId)
  await sql`SELECT pg_advisory_xact_lock(${pressing}, hashtext(${companyId}))`.execute(trx)
  return frozen
}

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
