import { sql } from 'kysely'
import type { OrderRow } from '#server/authorization/order-rows.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Facts about the period of an order that nobody but the signer and the owner writes. */
export type PaydayMemory = {
  /** People for whom another order of the payroll and period was signed. */
  signedFor: readonly string[]
  restoredAt: Date | null
}

export async function readPaydayMemory(
  db: Db,
  { id, payroll_id: payrollId, claims_period: period }: OrderRow,
): Promise<PaydayMemory> {
  const { rows } = await sql<PaydayMemory>`
    SELECT ARRAY(SELECT DISTINCT unnest(paid)::text FROM signer.signatures
        WHERE payroll_id = ${payrollId} AND period_key = ${period} AND order_id != ${id}) AS "signedFor",
      (SELECT max(at) FROM restorations) AS "restoredAt"`.execute(db)
  const [memory] = rows
  if (!memory) throw new Error('a SELECT without FROM has a row')
  return memory
}
