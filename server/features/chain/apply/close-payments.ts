import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { minimumHeadSats } from '#domain/fees.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { changePayroll } from '#server/authorization/payroll-rows.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { record } from '#server/platform/observe/audit.ts'

/**
 * Closes payments that have no live transaction left, so that the payroll can be paid again. While
 * a cancellation is under way, the cancelled transaction is still live and keeps the payment open.
 */
export async function closePayments(db: Db): Promise<void> {
  await db
    .updateTable('sheets as p')
    .set({ closed_at: new Date() })
    .where('closed_at', 'is', null)
    // A sheet all in dollars has no transaction, and waits for its approval.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sheet_states as known')
          .select('known.id')
          .whereRef('known.id', '=', 'p.id')
          .where('known.is_all_in_dollars', '=', false),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transactions as t')
            .select('t.id')
            .whereRef('t.sheet_id', '=', 'p.id')
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
export async function reviveFundedPayrolls(
  trx: Trx,
  macKey: KeyObject,
  height: number,
): Promise<void> {
  const { rows } = await sql<MacRow<'payrolls'> & { name: string }>`
    -- Only deleted payrolls are summed: the sum over many deposits takes longer than the rest of a
    -- block.
    WITH paid AS MATERIALIZED (
      SELECT id FROM payrolls
      WHERE deleted_at IS NOT NULL AND id IN (SELECT payroll_id FROM utxos WHERE height = ${height}))
    SELECT ${selectMacColumns('payrolls', 'p')}, p.name
    FROM payrolls p JOIN paid ON p.id = paid.id CROSS JOIN LATERAL (
      SELECT sum(sats) AS sats FROM utxos
      WHERE payroll_id = paid.id AND height IS NOT NULL AND spent_by_txid IS NULL) AS funds
    WHERE p.deleted_at IS NOT NULL AND funds.sats > ${minimumHeadSats}
    ORDER BY p.id FOR UPDATE OF p`.execute(trx)
  for (const { name, ...row } of rows.filter((one) => isTrue(macKey, 'payrolls', one))) {
    const { company_id: companyId, id: payrollId } = row
    await changePayroll(trx, macKey, row, { deleted_at: null })
    const act = {
      action: 'payroll.restored',
      subject: name,
      detail: { payroll: payrollId },
    } as const
    await record(trx, { companyId, userId: null, ip: null, ...act })
  }
}
