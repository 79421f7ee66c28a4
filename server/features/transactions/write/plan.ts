import { type RawBuilder, sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { notification } from '#server/platform/db/notify.ts'

/** Ends plans of which nothing is signed: `which` is a condition on `t`. Their inputs are free. */
export async function endUnsigned(
  db: Db,
  which: RawBuilder<boolean>,
  ended: 'rejected' | 'failed',
  failure: FailureCode,
  rejectionReason: string | null = null,
): Promise<void> {
  await db
    .updateTable('transactions as t')
    .set({ ended, waiting_for: null, failure, rejection_reason: rejectionReason })
    .where('t.state', '=', 'pendingApproval')
    // In parentheses, whatever it is: it never widens what ends.
    .where(sql<boolean>`(${which})`)
    .execute()
}

/** An approved order's plans wait for the node. */
export async function approveWaiting(trx: Trx, companyId: string, orderId: string): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ waiting_for: 'node' })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'approval')
    .execute()
}

export type PlannedFee = { feeSats: bigint; vsize: number; feeRateSatsPerKvb: bigint }

/** A batch that waited for its lanes has its inputs and its fee, and waits for the node. */
export async function planBatch(trx: Trx, id: string, fee: PlannedFee): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({
      waiting_for: 'node',
      fee_sats: fee.feeSats,
      vsize: fee.vsize,
      fee_rate_sats_per_kvb: fee.feeRateSatsPerKvb,
    })
    .where('id', '=', id)
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'lane')
    .execute()
}

/** Not waited for until it is on disk: what a power cut takes of it is only looked at once more. */
export async function handToSigner(db: Db, id: string): Promise<void> {
  await sql`
    WITH ready AS (
      UPDATE transactions SET waiting_for = 'signature'
      WHERE id = ${id} AND state = 'pendingApproval' AND waiting_for = 'node' RETURNING id)
    SELECT ${notification('signatures')}, set_config('synchronous_commit', 'off', true)
    FROM ready`.execute(db)
}
