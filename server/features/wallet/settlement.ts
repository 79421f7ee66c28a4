import { sql } from 'kysely'
import { record } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/database.ts'

/** States that nothing leaves but a reorganisation. */
const settledStates = ['confirmed', 'rejected', 'failed'] as const

/**
 * Payments and withdrawals of which every transaction is settled are over: the payroll can be paid
 * again. So is a version of which another is in a block.
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
  await closeSettledWithdrawals(db)
}

/** The same of withdrawals. */
async function closeSettledWithdrawals(db: Db): Promise<void> {
  await sql`
    UPDATE withdrawals w SET closed_at = now() WHERE closed_at IS NULL AND NOT EXISTS (
      SELECT FROM transactions t WHERE t.withdrawal_id = w.id
        AND t.state NOT IN ('confirmed', 'rejected', 'failed') AND NOT is_superseded(t))`.execute(
    db,
  )
}

/** Coins of less than this together are not worth a payroll: they stay where they are, and watched. */
const revivingSats = 1_000n

/**
 * A deleted payroll's addresses are watched for ever. One that is funded again comes back, without
 * people, so that its funds are seen and can be used: by a late deposit, or, after a reorganisation, by
 * what a cancellation pays back or a payment leaves that took the place of what had emptied it.
 */
export async function reviveFundedPayrolls(db: Db, height: number): Promise<void> {
  const { rows } = await sql<{ companyId: string; payrollId: string; name: string }>`
    UPDATE payrolls p SET deleted_at = NULL
    FROM (
      SELECT payroll_id FROM coins WHERE height = ${height} AND spent_by_txid IS NULL
      GROUP BY payroll_id HAVING sum(sats) >= ${revivingSats}) AS funded
    WHERE p.id = funded.payroll_id AND p.deleted_at IS NOT NULL
    RETURNING p.company_id AS "companyId", p.id AS "payrollId", p.name`.execute(db)
  for (const { companyId, payrollId, name } of rows) {
    const act = {
      action: 'payroll.restored',
      subject: name,
      detail: { payroll: payrollId },
    } as const
    await record(db, { companyId, userId: null, ip: null, ...act })
  }
}
