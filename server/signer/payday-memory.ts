import { sql } from 'kysely'
import type { OrderRow } from '#server/authorization/order-rows.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The signer compares the payday of an order with these facts. */
export type PaydayMemory = {
  /** People for whom another order of the payroll and period was signed. */
  signedFor: readonly string[]
  restoredAt: Date | null
  /** The payday, and the dates of its payroll, as the tables have them now. */
  occurrence: MacRow<'occurrences'> | null
  schedule: MacRow<'schedules'> | null
}

export async function readPaydayMemory(
  db: Db,
  { id, payroll_id: payrollId, claims_period: period }: OrderRow,
): Promise<PaydayMemory> {
  const { rows } = await sql<Pick<PaydayMemory, 'signedFor' | 'restoredAt'>>`
    SELECT ARRAY(SELECT DISTINCT unnest(paid)::text FROM signer.signatures
        WHERE payroll_id = ${payrollId} AND period_key = ${period} AND order_id != ${id}) AS "signedFor",
      (SELECT max(at) FROM restorations) AS "restoredAt"`.execute(db)
  const [memory] = rows
  if (!memory) throw new Error('a SELECT without FROM has a row')
  const occurrence = await db
    .selectFrom('occurrences')
    .select(macColumns.occurrences)
    .where('payroll_id', '=', payrollId)
    .where('period_key', '=', period ?? '')
    .executeTakeFirst()
  const schedule = await db
    .selectFrom('schedules')
    .select(macColumns.schedules)
    .where('payroll_id', '=', payrollId)
    .executeTakeFirst()
  return { ...memory, occurrence: occurrence ?? null, schedule: schedule ?? null }
}
