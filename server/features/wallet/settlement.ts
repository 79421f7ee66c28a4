import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** States that nothing leaves but a reorganisation. */
const settledStates = ['confirmed', 'rejected', 'failed'] as const

/**
 * Payments of which every transaction is settled are over: the payroll can be paid again. So is a
 * version of which another is in a block.
 */
export async function closeSettledPayments(db: Db): Promise<void> {
  await db
    .updateTable('payments as p')
    .set({ closed_at: new Date() })
    .where('closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transactions as t')
            .select('t.id')
            .whereRef('t.payment_id', '=', 'p.id')
            .where('t.state', 'not in', settledStates)
            .where(sql<boolean>`NOT is_superseded(t)`),
        ),
      ),
    )
    .execute()
}

/** A late deposit of less than this is not worth a payroll: it stays where it is, and watched. */
const revivingSats = 1_000n

/**
 * A deleted payroll's address is watched for ever. One that is funded again comes back, without
 * people, so that its funds are seen and can be used.
 */
export async function reviveFundedPayrolls(db: Db, height: number): Promise<void> {
  await sql`
    UPDATE payrolls p SET deleted_at = NULL FROM transactions t
    WHERE t.height = ${height} AND t.type = 'receive' AND t.sats >= ${revivingSats}
      AND t.payroll_id = p.id AND p.deleted_at IS NOT NULL`.execute(db)
}
