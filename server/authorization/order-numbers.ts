import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'

/** The next number of a company's orders, which others wait for until this SQL transaction ends. */
export async function takeOrderNumber(trx: Trx, companyId: string): Promise<bigint> {
  const { number } = await trx
    .insertInto('order_counts')
    .values({ company_id: companyId, number: 1n })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ number: sql`order_counts.number + 1` }),
    )
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** How many numbers a company has taken: no order of it has a higher one. */
export async function readOrderCount(db: Db, companyId: string): Promise<bigint> {
  const row = await db
    .selectFrom('order_counts')
    .select('number')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.number ?? 0n
}
