import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Moves everything that a company ordered back by this much time, such as '73 hours'. */
export async function moveOrdersBack(owner: Db, companyId: string, time: string): Promise<void> {
  const ago = sql`${time}::interval`
  await sql`UPDATE orders SET requested_at = requested_at - ${ago}
    WHERE company_id = ${companyId}`.execute(owner)
  await sql`UPDATE sheets SET created_at = created_at - ${ago}
    WHERE company_id = ${companyId}`.execute(owner)
  await sql`UPDATE transactions SET created_at = created_at - ${ago}, signed_at = signed_at - ${ago},
    confirmed_at = confirmed_at - ${ago}
    WHERE company_id = ${companyId}`.execute(owner)
}
