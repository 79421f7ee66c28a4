import { sql } from 'kysely'
import { minimumHeadSats } from '#domain/fees.ts'
import type { Db } from '#server/platform/db/database.ts'
import { record } from '#server/platform/observe/audit.ts'

/**
 * Closes payments that have no live transaction left, so that the payroll can be paid again. While
 * a cancellation is under way, the cancelled transaction is still live and keeps the payment open.
 */
export async function closePayments(db: Db): Promise<void> {
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
            .where('t.type', '=', 'send')
            .where('t.live', '=', true),
        ),
      ),
    )
    .execute()
  await closeWithdrawals(db)
}

/** Closes withdrawals that have no live transaction left. */
async function closeWithdrawals(db: Db): Promise<void> {
  await sql`
    UPDATE withdrawals w SET closed_at = now() WHERE closed_at IS NULL AND NOT EXISTS (
      SELECT FROM transactions t
      WHERE t.withdrawal_id = w.id AND t.type = 'withdrawal' AND t.live)`.execute(db)
}

/**
 * Revives a deleted payroll, without people, once it owns more than a last head, so that its funds
 * are seen and can be used. They come from a late deposit. After a reorganisation they may also
 * come from a cancellation, or from a payment that replaces the one that emptied the payroll.
 */
export async function reviveFundedPayrolls(db: Db, height: number): Promise<void> {
  const { rows } = await sql<{ companyId: string; payrollId: string; name: string }>`
    -- Only deleted payrolls are summed: the sum over many deposits takes longer than the rest of a
    -- block.
    WITH paid AS MATERIALIZED (
      SELECT id FROM payrolls
      WHERE deleted_at IS NOT NULL AND id IN (SELECT payroll_id FROM utxos WHERE height = ${height}))
    UPDATE payrolls p SET deleted_at = NULL
    FROM paid CROSS JOIN LATERAL (
      SELECT sum(sats) AS sats FROM utxos
      WHERE payroll_id = paid.id AND height IS NOT NULL AND spent_by_txid IS NULL) AS funds
    WHERE p.id = paid.id AND p.deleted_at IS NOT NULL AND funds.sats > ${minimumHeadSats}
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
