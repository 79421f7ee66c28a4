import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'

/**
 * Finds a payroll of the company that was not deleted; null for any other id. With `lock` every
 * other planner waits until the SQL transaction of `db` ends.
 */
export async function findUndeletedPayroll(db: Db, companyId: string, id: string, lock: boolean) {
  if (!isUuid(id)) return null
  const payroll = await db
    .selectFrom('payrolls')
    .select(['id', 'company_id as companyId', 'name', 'type'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // FOR UPDATE would hold up a block that already holds UTXOs and brings this payroll another
    // one: the foreign key of the new UTXO locks the payroll's row.
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return payroll ?? null
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
