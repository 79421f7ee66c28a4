import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'

/**
 * A payroll of the company that was not deleted; null for any other id. `lock` holds it until the
 * end of the transaction of `db`, and every other planner waits.
 */
export async function findUndeletedPayroll(db: Db, companyId: string, id: string, lock: boolean) {
  if (!isUuid(id)) return null
  const payroll = await db
    .selectFrom('payrolls')
    .select(['id', 'company_id as companyId', 'name', 'type'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // Not FOR UPDATE: a block that brings the payroll a UTXO refers to its row, and holds UTXOs.
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return payroll ?? null
}

/** Nobody else plans for the payroll until the end of the transaction. */
export const lockPayroll = (trx: Trx, companyId: string, id: string) =>
  trx
    .selectFrom('payrolls')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
