import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { sumOfDollars } from './payee.ts'
import type { Facts } from './read-facts.ts'

/**
 * Reads since when nobody knows who of a payroll was paid in dollars: a backup was restored
 * without the signing record. The first run with dollars after it ends that.
 */
export async function readDollarsUnknownSince(
  db: Db,
  { payroll, salaries }: Pick<Facts, 'payroll' | 'salaries'>,
): Promise<Date | null> {
  if (sumOfDollars(salaries) === 0n) return null
  const { rows } = await sql<{ at: Date }>`
    SELECT r.at FROM restorations r WHERE NOT r.dollars_known AND NOT EXISTS (
      SELECT FROM sheets p WHERE p.payroll_id = ${payroll.id} AND p.dollars_usd_cents > 0
        AND p.created_at > r.at)
    ORDER BY r.at DESC LIMIT 1`.execute(db)
  return rows[0]?.at ?? null
}
